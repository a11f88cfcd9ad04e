#!/bin/sh
# Removes the game from the folder that this script is in: what the installer noted, nothing else.
set -eu
unset CDPATH
umask 022 # the indexes that are written anew are for everybody

NAME=monte-carlo-tic-tac-toe
say() { printf '%s\n' "$NAME: $*"; }
fail() { printf '%s\n' "$NAME: $*" >&2; exit 1; }

home=$(dirname "$(readlink -f "$0")")
settings=${HOME:-}/.config/$NAME
data=${HOME:-}/.local/share/$NAME
state=${HOME:-}/.local/state/$NAME
case ${XDG_CONFIG_HOME:-} in /*) settings=$XDG_CONFIG_HOME/$NAME ;; esac
case ${XDG_DATA_HOME:-} in /*) data=$XDG_DATA_HOME/$NAME ;; esac
case ${XDG_STATE_HOME:-} in /*) state=$XDG_STATE_HOME/$NAME ;; esac

purge=no
case ${1:-} in
    '') ;;
    --purge) purge=yes ;;
    *) say "removes the game; with --purge also your settings, games and log in $settings, $data and $state"; exit 2 ;;
esac
if [ "${home##*/}" != "$NAME" ] || [ ! -f "$home/installed.txt" ]; then
    fail "this is not the folder of an installed game, so nothing was removed: $home"
fi
for process in /proc/[0-9]*; do
    if [ "$(readlink "$process/exe" 2> /dev/null)" = "$home/ttt-desktop" ]; then
        fail "the game is running; close it, then uninstall again"
    fi
done

notes=$(mktemp)
trap 'rm -f "$notes"' EXIT
trap 'exit 130' INT TERM HUP
cp "$home/installed.txt" "$notes"
made() { grep -qxF "folder $1" "$notes"; }
mime=
applications=
while IFS= read -r line; do
    path=${line#file }
    case $line in
        "file $home/"*) rm -f "$path" ;;
        "file /"*/bin/ttt-*) [ "$(readlink "$path")" != "$home/${path##*/}" ] || rm -f "$path" ;;
        "file /"*/mime/packages/*.xml) rm -f "$path"; mime=${path%/packages/*} ;;
        "file /"*/applications/*.desktop) rm -f "$path"; applications=${path%/*} ;;
        "file /"*) rm -f "$path" ;;
    esac
done < "$notes"

# Indexes that the system made of our file alone go too, in folders that we made.
if [ -d "$mime/packages" ]; then
    if made "$mime" && [ -z "$(ls -A "$mime/packages")" ]; then
        for index in XMLnamespaces aliases generic-icons globs globs2 icons magic mime.cache \
            subclasses treemagic types version "application/x-$NAME.xml"; do
            rm -f "$mime/$index"
        done
        rmdir "$mime/application" 2> /dev/null || true
    elif command -v update-mime-database > /dev/null; then
        update-mime-database "$mime" || true
    fi
fi
if [ -d "$applications" ]; then
    if made "$applications" && [ "$(ls -A "$applications")" = mimeinfo.cache ]; then
        rm -f "$applications/mimeinfo.cache"
    elif command -v update-desktop-database > /dev/null; then
        update-desktop-database -q "$applications" || true
    fi
fi
find "$home" -depth -type d -exec rmdir {} + 2> /dev/null || true
[ ! -d "$home" ] || say "files that were not ours stay in $home"
if [ $purge = yes ]; then
    rm -rf "$settings" "$data" "$state"
    # The game's first start may have made these for its folders in them.
    rmdir "${HOME:-}/.config" "${HOME:-}/.local/state" 2> /dev/null || true
else
    for folder in "$settings" "$data" "$state"; do
        [ ! -d "$folder" ] || say "what is yours is still in $folder"
    done
fi
sort -r "$notes" | while IFS= read -r line; do
    case $line in "folder /"*) rmdir "${line#folder }" 2> /dev/null || true ;; esac
done
say "removed"
