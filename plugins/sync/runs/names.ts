import { jobRef } from '@crossdock/kernel/jobs'

/** A pass over a contract: one at a time, by its unique key, the id of the contract. */
export const passJob = jobRef<{ contractId: string }>('sync.pass')
