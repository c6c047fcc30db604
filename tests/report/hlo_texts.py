"""Small HLO modules made to order."""

from __future__ import annotations

ASYNC = """\
HloModule jit_f, is_scheduled=true, entry_computation_layout={(f32[1024]{0})->f32[1024]{0}}

%fused (p.1: f32[1024]) -> f32[1024] {
  %p.1 = f32[1024]{0} parameter(0)
  ROOT %n.1 = f32[1024]{0} negate(%p.1)
}

ENTRY %main (x: f32[1024]) -> f32[1024] {
  %x = f32[1024]{0} parameter(0), metadata={op_name="x"}
  %copy-start = (f32[1024]{0:S(1)}, f32[1024]{0}, u32[]) copy-start(%x)
  %gather-start = (f32[1024]{0}, f32[4096]{0}) all-gather-start(%x), dimensions={0}
  %fusion = f32[1024]{0} fusion(%x), kind=kLoop, calls=%fused, metadata={op_name="jit(f)/neg"}
  %copy-done = f32[1024]{0:S(1)} copy-done(%copy-start)
  %late-start = (f32[1024]{0:S(1)}, f32[1024]{0}, u32[]) copy-start(%fusion)
  %late-done = f32[1024]{0:S(1)} copy-done(%late-start)
  %reduced = f32[1024]{0} all-reduce(%late-done), to_apply=%fused
  %gather-done = f32[4096]{0} all-gather-done(%gather-start)
  ROOT %add = f32[1024]{0} add(%copy-done, %reduced), metadata={op_name="jit(f)/add"}
}
"""
"""By hand: %copy-done has the fusion between, %gather-done the fusion and the all-reduce (which is
no work, but takes time), %late-done nothing, and the all-reduce is not asynchronous."""

HOSTILE = """\
HloModule jit_</script><script>alert(1)</script>, is_scheduled=true

ENTRY %main (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0), metadata={op_name="</script><img src=x onerror=alert()>\u202egnp.e"}
  %a\u202e</script> = f32[8]{0} negate(%p)
  ROOT %fusion.<b> = f32[8]{0} fusion(%a\u202e</script>), kind=kLoop, calls=%none
}
"""


def long_line(size: int) -> str:
    """A module with one instruction of so many characters."""
    return (
        "HloModule jit_long, is_scheduled=true\n\nENTRY %main (p: f32[8]) -> f32[8] {\n"
        "  %p = f32[8]{0} parameter(0)\n"
        '  ROOT %c = f32[8]{0} custom-call(%p), custom_call_target="t", backend_config="'
        + "x" * size
        + '"\n}\n'
    )
