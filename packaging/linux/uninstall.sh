#!/bin/sh
# Removes the game from the folder that this script is in: what the installer noted, nothing else.
set -eu

NAME=monte-carlo-tic-tac-toe
home=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}/$NAME
say() { printf '%s\n' "$NAME: $*"; }

purge=no
case ${1:-} in
    '') ;;
    --purge) purge=yes ;;
    *) say "removes the game; with --purge also your settings and unfinished game in $data"; exit 2 ;;
esac
[ -f "$home/installed.txt" ] || { say "$home/installed.txt is missing, so nothing was removed; delete $home yourself" >&2; exit 1; }

notes=$(mktemp)
trap 'rm -f "$notes"' EXIT
cp "$home/installed.txt" "$notes"
mime=
applications=
while read -r kind path; do
    [ "$kind" = file ] || continue
    rm -f "$path"
    case $path in
        */mime/packages/$NAME.xml) mime=${path%/packages/*} ;;
        */applications/$NAME.desktop) applications=${path%/*} ;;
    esac
done < "$notes"
made() { grep -qxF "folder $1" "$notes"; }
# Indexes that the system made of our file alone go too, in folders that we made.
if [ -n "$mime" ]; then
    if made "$mime" && [ -z "$(ls -A "$mime/packages")" ]; then
        rm -rf "$mime"
    elif command -v update-mime-database > /dev/null; then
        update-mime-database "$mime"
    fi
fi
if [ -n "$applications" ]; then
    if made "$applications" && [ "$(ls -A "$applications")" = mimeinfo.cache ]; then
        rm -f "$applications/mimeinfo.cache"
    elif command -v update-desktop-database > /dev/null; then
        update-desktop-database -q "$applications" || true
    fi
fi
rm -rf "$home"
if [ $purge = yes ]; then
    rm -rf "$data"
elif [ -d "$data" ]; then
    say "your settings and unfinished game are still in $data"
fi
sort -r "$notes" | while read -r kind path; do
    if [ "$kind" = folder ] && [ -d "$path" ]; then rmdir "$path" 2> /dev/null || true; fi
done
say "removed"
