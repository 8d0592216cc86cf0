/** The chain of what belongs to no tenant. */
export const operatorChain = 'operator'

/** Every tenant has a chain of its own, known by its id. */
export const chainOf = (tenantId: string | null): string => tenantId ?? operatorChain

export const tenantOf = (chain: string): string | null => (chain === operatorChain ? null : chain)
