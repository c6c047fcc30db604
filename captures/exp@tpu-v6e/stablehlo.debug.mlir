#loc1 = loc("x")
module @jit_exp attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4096x4096xbf16> loc("x")) -> (tensor<4096x4096xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.exponential %arg0 : tensor<4096x4096xbf16> loc(#loc5)
    return %0 : tensor<4096x4096xbf16> loc(#loc3)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc2 = loc("labs/programs/exp.py":9:11 to :21)
#loc3 = loc("jit(exp)")
#loc4 = loc("exp"(#loc2))
#loc5 = loc("jit(exp)/exp"(#loc4))
