/** The chain of events that belong to no tenant. */
const operatorChain = 'operator'

/** Every tenant has its own chain, with the tenant's id. */
export const chainOf = (tenantId: string | null): string => tenantId ?? operatorChain

export const tenantOf = (chain: string): string | null => (chain === operatorChain ? null : chain)
