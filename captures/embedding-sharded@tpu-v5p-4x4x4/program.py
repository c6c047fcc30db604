"""Look tokens up in a table whose rows lie on all chips."""

from jax.sharding import PartitionSpec as P

from xlagym.capturing import Variant


def embedding_sharded(table, tokens):
    return table[tokens]


VARIANTS = {
    "embedding-sharded": Variant(
        embedding_sharded,
        args=["bf16[32768,1024]", "s32[8192]"],
        mesh={"chips": -1},
        shardings=[P("chips", None), P("chips")],
        result=P("chips", None),
    ),
}
