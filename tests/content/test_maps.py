"""Battle maps: what ships is good and fair, what is broken is refused in one clear sentence, and nothing else happens."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import broken_maps
import pytest
from broken_maps import BOG, BRIDGE, BROKEN, CRATE, GRASS, LAVA, PACKED, SIZE, WALL, coded, good, map_text, swap
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from systems import ODD_NAMES, PIPES

from game import paths
from game.content.faults import ContentError
from game.content.maps import BattleMap, Tile, read_battle_map
from game.grid import Ways, cells_of, flood, mask_of

SHIPPED = sorted((paths.MAPS / "overcross").glob("*.tmx"))
each_shipped = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)


def faults_of(path: Path) -> list[str]:
    with pytest.raises(ContentError) as caught:
        read_battle_map(path)
    return [str(fault) for fault in caught.value.faults]


def assert_sentences(lines: list[str], path: Path) -> None:
    assert lines
    for line in lines:
        assert line.startswith(f"{path}: "), line
        assert "\n" not in line
        assert line.isprintable()
        assert len(line) < len(str(path)) + 320, line
        assert "Traceback" not in line
        assert "Error" not in line


# What ships


def test_OC_53_the_six_kinds_of_map_ship():
    maps = [read_battle_map(path) for path in SHIPPED]
    sizes = {(each.grid.width, each.grid.height) for each in maps}
    assert len(maps) >= 6
    assert {(12, 12), (16, 10), (8, 8), (24, 16)} <= sizes
    assert any(each.seats == 4 for each in maps)
    assert any({"water", "bridge"} <= set(each.names) for each in maps)
    assert len({each.title for each in maps}) == len({each.digest for each in maps}) == len(maps)
    assert all(each.blurb for each in maps)


@each_shipped
def test_OC_11_zones_of_a_shipped_map_have_equal_room(path):
    found = read_battle_map(path)
    grid = found.standing()
    assert len({(zone & ~grid.obstructs).bit_count() for zone in found.zones}) == 1
    assert len({(zone & grid.slow).bit_count() for zone in found.zones}) == 1


@each_shipped
def test_a_shipped_map_is_the_same_seen_from_every_seat(path):
    found = read_battle_map(path)
    grid = found.standing()
    turns = 4 if found.seats == 4 else 2

    def turned(mask: int) -> int:
        if turns == 2:
            return mask_of(grid.width * grid.height - 1 - cell for cell in cells_of(mask))
        return mask_of(grid.width * (cell % grid.width) + grid.width - 1 - cell // grid.width for cell in cells_of(mask))

    for mask in (grid.obstructs, grid.blocks_sight, grid.slow, *grid.harm):
        assert turned(mask) == mask
    for seat in range(turns):
        assert turned(found.zones[seat]) == found.zones[(seat + 1) % turns]
        assert turned(1 << found.flags[seat]) == 1 << found.flags[(seat + 1) % turns]
    ways = [[layer.bit_count() for layer in flood(grid, zone, len(found.names))] for zone in found.zones]
    assert all(each == ways[0] for each in ways)


@each_shipped
def test_every_free_square_of_a_shipped_map_can_be_reached(path):
    found = read_battle_map(path)
    grid = found.standing()
    ways = Ways(grid, found.zones[0])
    assert [cell for cell in cells_of(grid.everything & ~grid.obstructs) if ways[cell] < 0] == []


@each_shipped
def test_a_shipped_map_has_cover_and_more_than_one_way(path):
    """No single square that can be walked on cuts the zones apart: blocking any one leaves a way."""
    found = read_battle_map(path)
    grid = found.standing()
    assert grid.blocks_sight
    for cell in cells_of(grid.everything & ~grid.obstructs & ~found.zones[0] & ~found.zones[1]):
        ways = Ways(grid.overlaid(obstructs=1 << cell), found.zones[0])
        assert any(ways[square] >= 0 for square in cells_of(found.zones[1])), grid.place(cell)


def tiled(program: str, *words: object, home: Path) -> None:
    """Run one of Tiled's own programs without a window, or skip saying why."""
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"Tiled's {program} is not installed (Debian package: tiled)")
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(home), "HOME": str(home)}
    done = subprocess.run([found, *map(str, words)], env=environment, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


@each_shipped
def test_OC_53_tiled_itself_draws_a_shipped_map_as_it_was_read(path, tmp_path):
    """Every pixel of Tiled's own picture is the pixel that the read layers and tilesets lead to."""
    import pygame

    out = tmp_path / "map.png"
    tiled("tmxrasterizer", "--hide-layer", "deploy", "--hide-layer", "flags", path, out, home=tmp_path)
    found = read_battle_map(path)
    size = found.tilesets[0].tile_size
    pictures = [pygame.image.load(tileset.image) for tileset in found.tilesets]
    drawn = pygame.Surface((found.grid.width * size, found.grid.height * size))
    for layer in found.layers:
        for cell, tile in enumerate(layer.tiles):
            if tile is not None:
                row, column = divmod(tile.tile, found.tilesets[tile.tileset].columns)
                x, y = found.grid.place(cell)
                drawn.blit(pictures[tile.tileset], (x * size, y * size), (column * size, row * size, size, size))
    theirs = pygame.image.load(out)
    assert theirs.get_size() == drawn.get_size()
    assert pygame.image.tobytes(theirs, "RGB") == pygame.image.tobytes(drawn, "RGB")


@each_shipped
@pytest.mark.parametrize("how", [(), ("--embed-tilesets",), ("--minimize",)], ids=["plain", "embedded", "minimized"])
def test_OC_53_a_map_saved_again_by_tiled_means_the_same(path, how, tmp_path):
    for folder in ("overcross", "tilesets"):
        shutil.copytree(paths.MAPS / folder, tmp_path / "maps" / folder)
    again = tmp_path / "maps" / "overcross" / "again.tmx"
    tiled("tiled", *how, "--export-map", "tmx", again.with_name(path.name), again, home=tmp_path)
    mine, theirs = read_battle_map(path), read_battle_map(again)
    assert theirs.digest == mine.digest
    assert (theirs.layers, theirs.names, theirs.title, theirs.blurb) == (mine.layers, mine.names, mine.title, mine.blurb)


@each_shipped
def test_a_shipped_map_is_drawn_on_every_square_with_tiles_of_the_picture(path):
    found = read_battle_map(path)
    assert None not in found.layers[0].tiles
    for layer in found.layers:
        assert len(layer.tiles) == found.grid.width * found.grid.height
        for tile in layer.tiles:
            assert tile is None or 0 <= tile.tile < found.tilesets[tile.tileset].columns * found.tilesets[tile.tileset].rows
    assert all(Path(tileset.image).is_file() for tileset in found.tilesets)


def test_the_recipe_of_the_maps_draws_what_ships(tmp_path):
    sys.path.insert(0, str(paths.PACKAGE.parent / "tools"))
    try:
        import make_maps
    finally:
        sys.path.pop(0)
    for path in SHIPPED:
        assert path.read_text(encoding="utf-8") == make_maps.battle_map(path.stem), path.stem
    assert (paths.MAPS / "tilesets" / "overcross.tsx").read_text(encoding="utf-8") == make_maps.tileset()


# What a map means


def read(folder: Path, ground: dict[int, int] | None = None, props: dict[int, int] | None = None) -> BattleMap:
    path = good(folder)
    layers = [[kinds.get(cell, base) for cell in range(SIZE * SIZE)] for kinds, base in ((ground or {}, GRASS), (props or {}, 0))]
    path.write_text(map_text(*layers), encoding="utf-8")
    return read_battle_map(path)


def test_OC_53_the_good_map_is_read(tmp_path):
    found = read_battle_map(good(tmp_path))
    assert (found.name, found.title, found.blurb, found.seats) == ("test", "Test & Trial", "", 2)
    assert found.zones == (0b111111, 0b111111 << 30)
    assert found.flags == (2, 32)
    assert found.layers[0].tiles == (Tile(0, 0),) * 36
    assert found.layers[1].tiles == (None,) * 36
    assert (found.tilesets[0].columns, found.tilesets[0].rows, found.tilesets[0].tile_size) == (4, 2, 16)


def test_OC_53_tile_properties_become_ground(tmp_path):
    found = read(tmp_path, {14: WALL, 15: BOG, 16: LAVA})
    assert (found.grid.obstructs, found.grid.blocks_sight, found.grid.slow, found.grid.harm) == (1 << 14, 1 << 14, 1 << 15, (1 << 16,))
    assert (found.names[14], found.names[15]) == ("", "bog")


def test_OC_53_the_highest_tile_that_states_a_property_decides_it(tmp_path):
    found = read(tmp_path, {14: WALL, 15: WALL}, {14: BRIDGE})
    assert found.grid.obstructs == 1 << 15
    assert found.grid.blocks_sight == 1 << 14 | 1 << 15
    assert found.names[14] == "bridge"


def test_OC_44_a_tile_with_hit_points_is_breakable_and_leaves_its_ground(tmp_path):
    found = read(tmp_path, {14: BOG}, {14: CRATE})
    (crate,) = found.breakables
    assert (crate.cell, crate.name, crate.hit_points, crate.obstructs, crate.blocks_sight, crate.layer) == (14, "crate", 3, True, False, 1)
    assert (found.grid.obstructs, found.grid.slow) == (0, 1 << 14)
    assert found.standing().obstructs == 1 << 14


def test_OC_54_breakable_terrain_that_shuts_the_only_way_is_a_fault(tmp_path):
    path = good(tmp_path)
    path.write_text(map_text(props=[CRATE if 12 <= cell < 18 else 0 for cell in range(36)]), encoding="utf-8")
    assert "no path leads" in faults_of(path)[0]


def test_OC_48_without_a_drawn_flag_it_stands_in_the_middle_of_the_zone_where_one_can_walk(tmp_path):
    assert read(tmp_path, {32: WALL, 33: WALL}).flags == (2, 31)


def test_OC_11_fewer_players_sit_opposite():
    four = next(each for each in map(read_battle_map, SHIPPED) if each.seats == 4)
    assert four.zones_for(2) == (four.zones[0], four.zones[2])
    assert four.zones_for(3) == four.zones[:3]
    assert four.zones_for(4) == four.zones
    assert four.flags_for(2) == (four.flags[0], four.flags[2])
    two = next(each for each in map(read_battle_map, SHIPPED) if each.seats == 2)
    assert two.zones_for(2) == two.zones
    for found, seats in ((two, 3), (four, 1), (four, 5)):
        with pytest.raises(ValueError, match=f"is for 2 to {found.seats} players, not {seats}"):
            found.zones_for(seats)


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ('encoding="base64"', PACKED),
        ('encoding="base64" compression=""', PACKED),
        ('encoding="base64" compression="zlib"', zlib.compress(PACKED)),
        ('encoding="base64" compression="gzip"', gzip.compress(PACKED, mtime=0)),
        ('encoding="csv"', "\n" + ",\n".join(["1,1,1,1,1,1"] * 6) + "\n"),
    ],
)
def test_OC_53_every_way_tiled_writes_tile_numbers_is_read(tmp_path, encoding, body):
    path = coded(encoding, body)(tmp_path)
    assert read_battle_map(path) == read_battle_map(good(tmp_path))


def test_OC_53_both_spellings_of_a_class_are_read(tmp_path):
    new = swap('type="deploy"', 'class="deploy"', 2)(tmp_path)
    assert read_battle_map(new) == read_battle_map(good(tmp_path))


def test_a_tileset_inside_the_map_is_read_like_one_beside_it(tmp_path):
    inside = broken_maps.TILESET.split("?>\n")[1].replace("<tileset ", '<tileset firstgid="1" ')
    path = swap(broken_maps.TILESET_NODE, inside)(tmp_path)
    assert read_battle_map(path) == read_battle_map(good(tmp_path))


def test_a_copied_folder_of_maps_is_a_folder_of_maps(tmp_path):
    for folder in ("overcross", "tilesets"):
        shutil.copytree(paths.MAPS / folder, tmp_path / "maps" / folder)
    found = read_battle_map(tmp_path / "maps" / "overcross" / "duel.tmx")
    assert found.tilesets[0].image == str((tmp_path / "maps" / "tilesets" / "overcross.png").resolve())


def test_layers_of_the_same_name_keep_their_own_tiles(tmp_path):
    path = good(tmp_path)
    path.write_text(map_text(props=[0, WALL, *[0] * 34]).replace('name="props"', 'name="ground"'), encoding="utf-8")
    assert read_battle_map(path).grid.obstructs == 0b10


def test_the_digest_changes_with_what_the_rules_see_and_not_with_pictures(tmp_path):
    plain = read(tmp_path / "a")
    assert read(tmp_path / "b", {20: 7}).digest == plain.digest
    assert read(tmp_path / "c", {20: BOG}).digest != plain.digest
    assert read(tmp_path / "d", {}, {20: CRATE}).digest != plain.digest


def test_maps_are_read_without_pygame_and_without_a_word(tmp_path):
    script = "import sys; from pathlib import Path; from game.content.maps import read_battle_map\n"
    script += "read_battle_map(Path(sys.argv[1])); print('pygame' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script, str(good(tmp_path))], capture_output=True, text=True, check=True, cwd=paths.PACKAGE.parent
    )
    assert (done.stdout, done.stderr) == ("False\n", "")


# What is refused


@pytest.mark.parametrize("name", [pytest.param(name, marks=ODD_NAMES if "linked" in name else ()) for name in BROKEN])
def test_OC_54_a_broken_map_is_refused_in_one_clear_sentence(name, tmp_path):
    spoil, words = BROKEN[name]
    path = spoil(tmp_path / "maps")
    lines = faults_of(path)
    assert_sentences(lines, path)
    assert any(words in line for line in lines), lines


def test_OC_54_all_faults_are_told_at_once(tmp_path):
    path = good(tmp_path)
    text = map_text().replace('name="title"', 'name="titel"').replace(' type="deploy"', "", 1)
    path.write_text(text.replace('<data encoding="csv">1,1', '<data encoding="csv">99,x', 1), encoding="utf-8")
    (tmp_path / "tiles.tsx").write_text(broken_maps.TILESET, encoding="utf-8")
    lines = faults_of(path)
    assert len(lines) == 4
    assert_sentences(lines, path)


def test_OC_54_a_thousand_faults_are_counted_not_listed(tmp_path):
    path = coded('encoding="csv"', ",".join(str(1000 + number) for number in range(36)))(tmp_path)
    text = path.read_text(encoding="utf-8")
    layer = text[text.index(' <layer id="1"') : text.index(' <layer id="2"')]
    path.write_text(text.replace(layer, "".join(layer.replace('"ground"', f'"{n}"') for n in range(7))), encoding="utf-8")
    lines = faults_of(path)
    assert len(lines) == 101
    assert lines[-1].endswith(f"and {7 * 36 - 100} more faults")


@PIPES
def test_OC_54_a_named_pipe_is_not_waited_for(tmp_path):
    path = tmp_path / "pipe.tmx"
    os.mkfifo(path)
    assert faults_of(path) == [f"{path}: this is not an ordinary file"]


def test_OC_54_a_map_cut_off_anywhere_is_refused(tmp_path):
    path = good(tmp_path)
    whole = map_text().encode()
    for length in range(0, whole.rindex(b"</map>") + 5, 7):
        path.write_bytes(whole[:length])
        assert_sentences(faults_of(path), path)


def test_OC_54_a_tileset_cut_off_anywhere_is_refused(tmp_path):
    path = good(tmp_path)
    whole = broken_maps.TILESET.encode()
    for length in range(0, whole.rindex(b"</tileset>") + 9, 7):
        (tmp_path / "tiles.tsx").write_bytes(whole[:length])
        assert_sentences(faults_of(path), path)


@pytest.mark.skipif(sys.platform == "win32", reason="a program cannot be given so little memory")
def test_OC_54_no_broken_map_needs_more_than_200_megabytes(tmp_path):
    """One process with a hard limit of address space reads them all; a bomb that unfolds would end it."""
    maps = {name: str(spoil(tmp_path / name / "maps")) for name, (spoil, _) in BROKEN.items()}
    script = """
import json, resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20))
from game.content.faults import ContentError
from game.content.maps import read_battle_map
answers = {}
for name, path in json.load(sys.stdin).items():
    try:
        read_battle_map(Path(path))
        answers[name] = "read"
    except ContentError:
        answers[name] = "refused"
print(json.dumps(answers))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps(maps),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=paths.PACKAGE.parent,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == dict.fromkeys(BROKEN, "refused")


@st.composite
def mutations(draw):
    """Draw edits of bytes: replaced, removed, doubled, or a piece moved elsewhere."""
    return draw(
        st.lists(
            st.tuples(st.sampled_from(["set", "cut", "copy"]), st.floats(0, 1), st.integers(1, 40), st.binary(min_size=1, max_size=8)),
            min_size=1,
            max_size=4,
        )
    )


def mutated(content: bytes, edits: list[tuple[str, float, int, bytes]]) -> bytes:
    for kind, place, length, fresh in edits:
        at = int(place * len(content))
        match kind:
            case "set":
                content = content[:at] + fresh + content[at + len(fresh) :]
            case "cut":
                content = content[:at] + content[at + length :]
            case _:
                content = content[:at] + content[at : at + length] + content[at:]
    return content


@pytest.mark.parametrize("which", ["test.tmx", "tiles.tsx", "tiles.png"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(edits=mutations())
def test_OC_54_any_bytes_give_a_map_or_sentences_and_nothing_else(which, tmp_path, edits):
    path = good(tmp_path)
    (tmp_path / which).write_bytes(mutated((tmp_path / which).read_bytes(), edits))
    try:
        assert isinstance(read_battle_map(path), BattleMap)
    except ContentError as error:
        assert_sentences([str(fault) for fault in error.faults], path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    words=st.sampled_from(['"6"', '"16"', '"96"', '"0"', '"1"', '"deploy"', '"int"', '"csv"', '"tiles.tsx"', '"2"']),
    nth=st.integers(0, 5),
    value=st.one_of(st.integers(-(10**12), 10**12).map(str), st.floats().map(str), st.text(max_size=20)),
)
def test_OC_54_any_value_of_an_attribute_gives_a_map_or_sentences(tmp_path, words, nth, value):
    from xml.sax.saxutils import quoteattr

    path = good(tmp_path)
    pieces = map_text().split(words)
    nth %= len(pieces) - 1
    text = words.join(pieces[: nth + 1]) + quoteattr(value) + words.join(pieces[nth + 1 :])
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        assert isinstance(read_battle_map(path), BattleMap)
    except ContentError as error:
        assert_sentences([str(fault) for fault in error.faults], path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    which=st.sampled_from(["test.tmx", "tiles.tsx"]),
    first=st.integers(0, 99),
    second=st.integers(0, 99),
    how=st.sampled_from(["take", "copy", "move"]),
)
def test_OC_54_elements_taken_copied_or_moved_give_a_map_or_sentences(which, tmp_path, first, second, how):
    from copy import deepcopy
    from xml.etree import ElementTree as ET

    path = good(tmp_path)
    root = ET.fromstring((tmp_path / which).read_bytes())
    parents = {child: parent for parent in root.iter() for child in parent}
    chosen, target = list(parents)[first % len(parents)], list(root.iter())[second % (len(parents) + 1)]
    copied = deepcopy(chosen)
    if how != "copy":
        parents[chosen].remove(chosen)
    if how != "take":
        target.insert(0, copied)
    (tmp_path / which).write_bytes(ET.tostring(root))
    try:
        assert isinstance(read_battle_map(path), BattleMap)
    except ContentError as error:
        assert_sentences([str(fault) for fault in error.faults], path)
