/**
 * The checksums of each function's file, from version 1 up. Add to a list, and never change what a release has: the
 * version is all that distinguishes an older text from a newer one.
 */
export const releasedFunctions: Readonly<Record<string, ReadonlyArray<string>>> = {
  count_again: [
    "e26f7cd183351ac63d67416cc8a1cc092353dff9657d8f9510d129eff7318147",
    "91d48419b8995831a65ee3330971d3c19acfb217e1d0f4822c81a9aba2d3253b"
  ],
  key_budget: ["864c61e068891871945dc3a1e15e50d39e046916cdc9c8df30c1d4206da88565"],
  ledger_apply: [
    "d07cb178d502d74f6495f18251d7ed52910093ae294c05c370a3eb601f65b6ac",
    "08173a1bb8d9ada811a402355fb06cd6820ea0fc4f933921383cb9a981b10a33",
    "3be3cd75085b8f501391580c3787c6072d39c5401688a19dfaf0943cef5520ca"
  ],
  ledger_refund: ["5d531476026628f84fe62cc3b8372974973e9fb06b5a56b087959ccd65e0afa8"],
  refuse_change: ["474065a7d83155074919ff9f4b3436f8110048d58994415277749b462d220503"],
  refuse_two_plans: ["29a786a1769b9c2ae69026ebbf17f5d32334e2660ac6d45cb720aede40cb9075"],
  spendable_grants: ["2082d61c5547e7a56a4b6fdaf1c1b4a3a43736b8dae75971e1ec39d15738229b"]
}
