import { jobRef } from '@crossdock/kernel/jobs'

/** One pass over a contract. The id of the contract is its unique key, so a contract has one pass at a time. */
export const passJob = jobRef<{ contractId: string }>('sync.pass')
