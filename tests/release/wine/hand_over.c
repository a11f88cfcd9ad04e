/* A Windows program that hands its own command to Linux through files, and waits for its end.

   Compiled once for each name it stands in for (gcc.exe, makensis.exe). HAND_OVER names the folder,
   as Windows sees it. It writes N.asked (name, folder, then an argument a line), waits for N.status,
   prints N.said, and returns the number in N.status. handing_over.py answers. */
#include <stdio.h>
#include <string.h>
#include <windows.h>

static char path[MAX_PATH];

static const char *in_folder(const char *ending)
{
    const char *folder = getenv("HAND_OVER");
    snprintf(path, sizeof path, "%s\\%lu.%s", folder ? folder : ".", GetCurrentProcessId(), ending);
    return path;
}

static void say(void)
{
    char buffer[4096];
    size_t count;
    FILE *said = fopen(in_folder("said"), "rb");
    if (!said)
        return;
    while ((count = fread(buffer, 1, sizeof buffer, said)) > 0)
        fwrite(buffer, 1, count, stdout);
    fclose(said);
}

int main(int argc, char **argv)
{
    char here[4096], unfinished[MAX_PATH];
    const char *name = strrchr(argv[0], '\\');
    int status = 1;
    FILE *file = fopen(strcpy(unfinished, in_folder("part")), "wb");
    if (!file)
        return 99;
    GetCurrentDirectoryA(sizeof here, here);
    fprintf(file, "%s\n%s\n", name ? name + 1 : argv[0], here);
    for (int i = 1; i < argc; i++)
        fprintf(file, "%s\n", argv[i]);
    fclose(file);
    MoveFileA(unfinished, in_folder("asked"));
    while (GetFileAttributesA(in_folder("status")) == INVALID_FILE_ATTRIBUTES)
        Sleep(20);
    say();
    file = fopen(in_folder("status"), "rb");
    if (!file || fscanf(file, "%d", &status) != 1)
        status = 98;
    if (file)
        fclose(file);
    DeleteFileA(in_folder("status"));
    return status;
}
