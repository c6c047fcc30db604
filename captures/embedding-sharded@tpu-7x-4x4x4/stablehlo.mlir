module @jit_embedding_sharded attributes {mhlo.num_partitions = 128 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["chips"=128]> {stablehlo.mesh = {axes = [{name = "chips", size = 128 : i64}]}}
  func.func public @main(%arg0: tensor<32768x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"chips"}, {}]>}, %arg1: tensor<8192xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"chips"}]>}) -> (tensor<8192x1024xbf16> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"chips"}, {}]>}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8192xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8192xi32>, tensor<8192xi32>) -> tensor<8192xi1>
    %c_0 = stablehlo.constant dense<32768> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8192xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8192xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8192xi1>, tensor<8192xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8192xi32>) -> tensor<8192x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1024>}> : (tensor<32768x1024xbf16>, tensor<8192x1xi32>) -> tensor<8192x1024xbf16>
    return %6 : tensor<8192x1024xbf16>
  }
}
