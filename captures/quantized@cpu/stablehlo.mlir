module @jit_quantized attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2048x2048xi8>, %arg1: tensor<2048x2048xi8>, %arg2: tensor<2048xf32>) -> (tensor<2048x2048xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x2048xi8>, tensor<2048x2048xi8>) -> tensor<2048x2048xi32>
    %1 = stablehlo.convert %0 : (tensor<2048x2048xi32>) -> tensor<2048x2048xf32>
    %2 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<2048xf32>) -> tensor<1x2048xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x2048xf32>) -> tensor<2048x2048xf32>
    %4 = stablehlo.multiply %1, %3 : tensor<2048x2048xf32>
    %5 = stablehlo.convert %4 : (tensor<2048x2048xf32>) -> tensor<2048x2048xbf16>
    return %5 : tensor<2048x2048xbf16>
  }
}
