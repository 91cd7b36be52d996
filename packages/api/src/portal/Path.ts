/** Where the server answers them. */
export const portalRpcPath = "/portal/rpc"
