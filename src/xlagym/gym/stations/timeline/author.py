"""Which op did nobody write? What the compiler put in, or swapped in for what was written."""

from __future__ import annotations

from markupsafe import Markup

from xlagym.evidence.hlo.fusions import is_fusion
from xlagym.gym.rounds.choices import Asked, choice_round
from xlagym.gym.rounds.round import Reveal, Round
from xlagym.gym.rounds.words import listed
from xlagym.gym.stations.timeline.scene import TimelineScene

KERNEL = "a kernel thought to be somebody's line"
FUSION = "a name of its own for an op of its own"
NO_METADATA = "no metadata on its line for no line at all"
IN_FLIGHT_ONLY = "only copies thought to be the compiler's"
WRITTEN = "written for inserted"


def author_round(scene: TimelineScene) -> Round | None:
    """The round; None where there is nothing to choose from."""
    every = tuple(range(len(scene.shown)))
    if len(every) < 2:
        return None
    key = tuple(at for at in every if scene.shown[at].author != "line")
    guesses = _guesses(scene, every, key)
    template = "Which of these did nobody write?"
    return choice_round(
        Asked(
            f"{scene.capture.id}/author",
            template,
            Markup(template),
            "\n".join(f"{each.name} {each.author}" for each in scene.shown),
            none="Somebody wrote all of them",
        ),
        [scene.choice(at) for at in every],
        scene.ids(key),
        {name: scene.ids(picks) for name, picks in guesses.items()},
        {
            scene.id(at): Markup("{}: {}").format(scene.name(at), scene.shown[at].wrote)
            for at in every
        },
        {
            scene.id(at): name
            for name, picks in reversed(guesses.items())
            for at in picks
            if at not in key
        }
        | {scene.id(at): KERNEL for at in key if scene.shown[at].author == "kernel"},
        _reveal(scene, key),
    )


def _guesses(
    scene: TimelineScene, every: tuple[int, ...], key: tuple[int, ...]
) -> dict[str, tuple[int, ...]]:
    shown = scene.shown
    instruction = scene.capture.hlo.instruction
    fusions = tuple(at for at in every if is_fusion(instruction(shown[at].name)))
    silent = tuple(at for at in every if not instruction(shown[at].name).metadata)
    return {
        KERNEL: tuple(at for at in key if shown[at].author != "kernel"),
        FUSION: tuple(sorted({*key, *fusions})),
        NO_METADATA: silent,
        IN_FLIGHT_ONLY: tuple(at for at in key if shown[at].look == "moves"),
        WRITTEN: tuple(at for at in every if at not in key),
    }


def _reveal(scene: TimelineScene, key: tuple[int, ...]) -> Reveal:
    if not key:
        return Reveal(
            Markup("Somebody wrote all of them."),
            Markup("Each of them holds at least one op that a line of the program asked for."),
            Markup(
                "A fusion has a name that nobody wrote, and still computes what somebody did: look "
                "into its body for where its ops come from."
            ),
            Markup(""),
        )
    kernels = [scene.name(at) for at in key if scene.shown[at].author == "kernel"]
    inserted = [scene.name(at) for at in key if scene.shown[at].author == "compiler"]
    if not kernels:
        shows = Markup("The compiler put {} in.").format("it" if len(key) == 1 else "them")
    elif not inserted:
        shows = Markup("The compiler swapped {} in for lines that were written.").format(
            "it" if len(key) == 1 else "them"
        )
    else:
        shows = Markup("The compiler put in {}, and swapped in {} for written lines.").format(
            listed(inserted), listed(kernels)
        )
    means = (
        "A kernel that was swapped in computes what the lines say, by code of its own: the "
        "compiler recognized the lines, and did not derive the kernel from them."
        if kernels
        else "Copies between memories, conversions and buffers are how the compiler carries out "
        "the plan; no line asks for them, and they take their time all the same."
    )
    return Reveal(
        Markup("{}.").format(listed([scene.name(at) for at in key])),
        shows,
        Markup(means),
        Markup(""),
    )
