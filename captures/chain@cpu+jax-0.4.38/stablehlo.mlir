module @jit_chain attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4096x4096xbf16>, %arg1: tensor<4096x4096xbf16>) -> (tensor<4096x4096xbf16> {jax.result_info = ""}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<4096x4096xbf16>
    %1 = stablehlo.tanh %0 : tensor<4096x4096xbf16>
    %2 = stablehlo.add %1, %arg0 : tensor<4096x4096xbf16>
    %3 = stablehlo.negate %2 : tensor<4096x4096xbf16>
    %4 = stablehlo.multiply %3, %2 : tensor<4096x4096xbf16>
    %5 = stablehlo.exponential %4 : tensor<4096x4096xbf16>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<4096x4096xbf16>
    %7 = stablehlo.compare  GT, %5, %6,  FLOAT : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xi1>
    %8 = call @_where(%7, %5, %arg1) : (tensor<4096x4096xi1>, tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
    return %8 : tensor<4096x4096xbf16>
  }
  func.func private @_where(%arg0: tensor<4096x4096xi1>, %arg1: tensor<4096x4096xbf16>, %arg2: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<4096x4096xi1>, tensor<4096x4096xbf16>
    return %0 : tensor<4096x4096xbf16>
  }
}
