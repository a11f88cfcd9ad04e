#!/bin/sh
# Installs the game from the folder that this script is in. No Python and no administrator needed.
set -eu

NAME=monte-carlo-tic-tac-toe
usage="Options: --prefix DIR (default: $HOME/.local; for root /usr/local), --no-start, --help"
say() { printf '%s\n' "$NAME: $*"; }
fail() { printf '%s\n' "$NAME: $*" >&2; exit 1; }

start=yes
prefix=
while [ $# -gt 0 ]; do
    case $1 in
        --prefix) [ $# -ge 2 ] || fail "--prefix needs a folder. $usage"; prefix=$2; shift ;;
        --no-start) start=no ;;
        --help | -h) say "installs the game. $usage"; exit 0 ;;
        *) fail "$1 is not known. $usage" ;;
    esac
    shift
done

here=$(cd "$(dirname "$0")" && pwd)
share=
if [ -z "$prefix" ]; then
    if [ "$(id -u)" = 0 ]; then
        prefix=/usr/local
    else
        prefix=$HOME/.local
        share=${XDG_DATA_HOME:-}
    fi
fi
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
[ -n "$share" ] || share=$prefix/share
# What would need escaping in a menu entry is refused: it would be a menu entry that does not start.
case $prefix in *[\"\`\$\\\&\|%]*) fail "the folder $prefix has a character (\" \` \$ \\ & | %) that menu entries cannot hold; choose another: sh FILE -- --prefix DIR" ;; esac

home=$prefix/lib/$NAME
if [ -e "$home" ] && [ ! -f "$home/installed.txt" ]; then
    fail "$home is there already and was not made by this installer; move it away, or choose another: sh FILE -- --prefix DIR"
fi

# Whether a link to a program leads to this installation.
is_ours() { [ "$(readlink "$1")" = "../lib/$NAME/${1##*/}" ]; }

# Each folder and file that is made is noted, so that uninstalling takes these and no others.
notes=$(mktemp)
trap 'rm -f "$notes"' EXIT
make_folder() {
    [ -d "$1" ] && return
    make_folder "$(dirname "$1")"
    mkdir "$1" || fail "$1 could not be made"
    printf 'folder %s\n' "$1" >> "$notes"
}
if [ -f "$home/installed.txt" ]; then
    # An older version: the folders it made are ours still, its files give way to those of this one.
    while read -r kind path; do
        case $kind in
            folder) printf 'folder %s\n' "$path" >> "$notes" ;;
            file) if ! [ -L "$path" ] || is_ours "$path"; then rm -f "$path"; fi ;;
        esac
    done < "$home/installed.txt"
fi
make_folder "$prefix/lib"
make_folder "$prefix/bin"
rm -rf "$home.new"
cp -R "$here/lib" "$home.new" || fail "there is no room in $prefix, or it may not be written to"
(cd "$here/share" && find . -type f) > "$here/files.txt"
while IFS= read -r file; do
    target=$share/${file#./}
    make_folder "$(dirname "$target")"
    cp "$here/share/$file" "$target"
    printf 'file %s\n' "$target" >> "$notes"
done < "$here/files.txt"
entry=$share/applications/$NAME.desktop
sed "s|^Exec=ttt-desktop|Exec=\"$home/ttt-desktop\"|" "$here/share/applications/$NAME.desktop" > "$entry"
for program in ttt-desktop ttt-engine; do
    if [ -e "$prefix/bin/$program" ] && ! is_ours "$prefix/bin/$program"; then
        say "$prefix/bin/$program is another program's and stays; start ours as $home/$program"
        continue
    fi
    ln -sf "../lib/$NAME/$program" "$prefix/bin/$program"
    printf 'file %s\n' "$prefix/bin/$program" >> "$notes"
done
cp "$notes" "$home.new/installed.txt"
cp "$here/uninstall.sh" "$home.new/uninstall"
chmod 755 "$home.new/uninstall"
rm -rf "$home"
mv "$home.new" "$home"
if command -v update-mime-database > /dev/null; then update-mime-database "$share/mime"; fi
if command -v update-desktop-database > /dev/null; then update-desktop-database -q "$share/applications" || true; fi

say "installed in $home; to remove it: $home/uninstall"
case :$PATH: in *:$prefix/bin:*) ;; *) say "$prefix/bin is not on your PATH: start the game from the menu, or as $home/ttt-desktop" ;; esac
# Plays a game out of sight, and names the system libraries that are missing if it cannot.
QT_QPA_PLATFORM=offscreen "$home/ttt-desktop" --self-test > /dev/null || say "it is installed, but does not run yet; see above"
# Without a terminal somebody double-clicked: the game is what they want to see.
if [ $start = yes ] && [ ! -t 1 ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    "$home/ttt-desktop" > /dev/null 2>&1 &
fi
