#!/bin/sh
# Installs the game from the folder that this script is in. No Python and no administrator needed.
#
# Every file and folder that is made is noted in installed.txt, so that an update and the uninstaller
# take these and no others. Nothing of somebody else's is overwritten: it is set aside, and said.
set -eu
umask 022 # others must be able to run what root installs
unset CDPATH

NAME=monte-carlo-tic-tac-toe
usage="Options, after --: --prefix FOLDER (default: ~/.local, for root /usr/local), --no-start"
say() { printf '%s\n' "$NAME: $*"; }
fail() { printf '%s\n' "$NAME: $*" >&2; exit 1; }

start=yes
prefix=
while [ $# -gt 0 ]; do
    case $1 in
        --prefix=*) prefix=${1#*=}; [ -n "$prefix" ] || fail "--prefix needs a folder. $usage" ;;
        --prefix) prefix=${2:-}; [ -n "$prefix" ] || fail "--prefix needs a folder. $usage"; shift ;;
        --no-start) start=no ;;
        --help | -h) say "installs the game. $usage"; exit 0 ;;
        *) fail "$1 is not known. $usage" ;;
    esac
    shift
done

here=$(cd "$(dirname "$0")" && pwd)
share=
if [ -z "$prefix" ] && [ "$(id -u)" = 0 ]; then
    prefix=/usr/local
elif [ -z "$prefix" ]; then
    [ -n "${HOME:-}" ] || fail "there is no home folder to install in; choose one: sh FILE -- --prefix FOLDER"
    prefix=$HOME/.local
    case ${XDG_DATA_HOME:-} in /*) share=$XDG_DATA_HOME ;; esac
fi
# (The self-extracting file starts this in a folder of its own, and says where it was started.)
case $prefix in /*) ;; *) prefix=${USER_PWD:-$PWD}/$prefix ;; esac
[ -n "$share" ] || share=$prefix/share
home=$prefix/lib/$NAME
case $home in
    *[\"\`\$\\\&\|%]* | *'
'*) fail "the folder $prefix has a character (\" \` \$ \\ & | % or a new line) that menu entries cannot hold; choose another: sh FILE -- --prefix FOLDER" ;;
esac
if [ -e "$home" ] && [ ! -f "$home/installed.txt" ]; then
    fail "$home is there already and was not made by this installer; move it away, or choose another place: sh FILE -- --prefix FOLDER"
fi
for process in /proc/[0-9]*; do
    if [ "$(readlink "$process/exe" 2> /dev/null)" = "$home/ttt-desktop" ]; then
        fail "the game is running; close it, then install again"
    fi
done

work=$(mktemp -d)
new=
finished=no
: > "$work/notes"
: > "$work/old"
[ ! -f "$home/installed.txt" ] || cp "$home/installed.txt" "$work/old"
# Whatever ends this early, what it has made until then goes, but for what an older version had.
clean_up() {
    [ -z "$new" ] || rm -rf "$new"
    if [ $finished = no ]; then
        while IFS= read -r line; do
            grep -qxF "$line" "$work/old" || rm -f "${line#file }"
        done < "$work/files"
        sort -r "$work/notes" | while IFS= read -r line; do
            grep -qxF "$line" "$work/old" || rmdir "${line#folder }" 2> /dev/null || true
        done
    fi
    rm -rf "$work"
}
: > "$work/files"
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

make_folder() {
    if [ ! -d "$1" ]; then
        make_folder "$(dirname "$1")"
        mkdir "$1" 2> "$work/error" || fail "$1 could not be made: $(cat "$work/error")"
        printf 'folder %s\n' "$1" >> "$work/notes"
    fi
}
was_ours() { grep -qxF "file $1" "$work/old"; }
set_aside() {
    aside=$1.bak
    while [ -e "$aside" ] || [ -L "$aside" ]; do aside=$aside.bak; done
    mv "$1" "$aside"
    say "$1 was there already, and is now $aside"
}
put() { # FILE TARGET
    make_folder "$(dirname "$2")"
    if { [ -e "$2" ] || [ -L "$2" ]; } && ! was_ours "$2"; then set_aside "$2"; fi
    printf 'file %s\n' "$2" >> "$work/files"
    rm -f "$2"
    cp "$1" "$2" 2> "$work/error" || fail "$2 could not be written: $(head -n 1 "$work/error")"
}

# The programs, at first beside their place, so that an older version works until the last moment.
make_folder "$prefix/lib"
make_folder "$prefix/bin"
new=$(mktemp -d "$prefix/lib/.$NAME.XXXXXX") || fail "$prefix/lib may not be written to"
chmod 755 "$new"
cp -R "$here/lib/." "$new" 2> "$work/error" || fail "$prefix/lib: $(head -n 1 "$work/error")"
cp "$here/uninstall.sh" "$new/uninstall"
chmod 755 "$new/uninstall"

# What the desktop shows.
(cd "$here/share" && find . -type f) > "$work/share"
sed "s|^Exec=ttt-desktop|Exec=\"$home/ttt-desktop\"|" "$here/share/applications/"*.desktop > "$work/entry"
while IFS= read -r file; do
    case $file in
        */applications/*.desktop) put "$work/entry" "$share/${file#./}" ;;
        *) put "$here/share/$file" "$share/${file#./}" ;;
    esac
done < "$work/share"

for program in ttt-desktop ttt-engine; do
    link=$prefix/bin/$program
    if { [ -e "$link" ] || [ -L "$link" ]; } && [ "$(readlink "$link")" != "$home/$program" ]; then
        say "$link is another program's and stays; start ours as $home/$program"
    else
        printf 'file %s\n' "$link" >> "$work/files"
        ln -sf "$home/$program" "$link"
    fi
done

{
    sed -n '/^folder /p' "$work/old" "$work/notes" | sort -u
    cat "$work/files"
    (cd "$new" && find . ! -type d) | sed "s|^\.|file $home|"
    printf 'file %s\n' "$home/installed.txt"
} > "$new/installed.txt"

# The moment: the old version makes room, the new one takes its place.
old=
if [ -e "$home" ]; then
    old=$(mktemp -d "$prefix/lib/.$NAME.XXXXXX")
    mv "$home" "$old/before"
fi
mv "$new" "$home"
new=
finished=yes

# What only the old version had.
while IFS= read -r line; do
    path=${line#file }
    case $line in
        "file $home/"*) rm -f "$old/before${path#"$home"}" ;;
        "file /"*) grep -qxF "$line" "$home/installed.txt" || rm -f "$path" ;;
    esac
done < "$work/old"
if [ -n "$old" ]; then
    find "$old" -depth -type d -exec rmdir {} + 2> /dev/null || true
    [ ! -d "$old" ] || say "files that were not ours have moved from $home to $old/before"
fi

if command -v update-mime-database > /dev/null; then update-mime-database "$share/mime" || true; fi
if command -v update-desktop-database > /dev/null; then update-desktop-database -q "$share/applications" || true; fi
say "installed in $home; to remove it: $home/uninstall"
case :${PATH:-}: in *:$prefix/bin:*) ;; *) say "$prefix/bin is not on your PATH: start the game from the menu, or as $home/ttt-desktop" ;; esac
# Plays a game out of sight, and names the system libraries that are missing if it cannot.
QT_QPA_PLATFORM=offscreen "$home/ttt-desktop" --self-test > /dev/null || say "it is installed, but does not run yet; see above"
# Without a terminal somebody double-clicked: the game is what they want to see.
if [ $start = yes ] && [ ! -t 1 ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    "$home/ttt-desktop" > /dev/null 2>&1 &
fi
