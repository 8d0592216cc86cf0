import type { JobDefinition } from './contract.js'
import type { AnyJobRef, JobRef } from './reference.js'

/** Says how jobs of this kind are worked. Declared by its plugin under `jobs`. */
export function defineJob<P extends object>(
  { name }: AnyJobRef<P>,
  work: Omit<JobDefinition<P>, keyof JobRef>
): JobDefinition<P> {
  return { name, ...work }
}
