module @jit_residual attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4096x4096xbf16>, %arg1: tensor<4096x4096xbf16>) -> (tensor<4096x4096xbf16> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<4096x4096xbf16>
    %1 = stablehlo.multiply %0, %arg1 : tensor<4096x4096xbf16>
    %2 = stablehlo.add %arg0, %1 : tensor<4096x4096xbf16>
    return %2 : tensor<4096x4096xbf16>
  }
}
