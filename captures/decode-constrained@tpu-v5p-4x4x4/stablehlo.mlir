module @jit_decode_constrained attributes {mhlo.num_partitions = 64 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["chips"=64]> {stablehlo.mesh = {axes = [{name = "chips", size = 64 : i64}]}}
  func.func public @main(%arg0: tensor<128x8192xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"chips"}, {}]>}, %arg1: tensor<8192x8192xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"chips"}, {}]>}) -> (tensor<128x8192xbf16> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"chips"}, {}]>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {"chips"}]> : tensor<128x8192xbf16>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<128x8192xbf16>
    %2 = call @relu(%1) : (tensor<128x8192xbf16>) -> tensor<128x8192xbf16>
    return %2 : tensor<128x8192xbf16>
  }
  func.func private @relu(%arg0: tensor<128x8192xbf16>) -> tensor<128x8192xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<128x8192xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<128x8192xbf16>
    return %1 : tensor<128x8192xbf16>
  }
}
