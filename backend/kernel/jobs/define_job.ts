import type { JobDefinition } from './contract.js'
import type { JobRef } from './reference.js'

/** Says how jobs of this kind are worked. Declared by its plugin under `jobs`. */
export function defineJob<P extends object>(
  { name }: JobRef<P>,
  work: Omit<JobDefinition<P>, keyof JobRef>
): JobDefinition<P> {
  return { name, ...work }
}
