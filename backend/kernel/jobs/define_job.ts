import type { JobDefinition } from './contract.js'
import type { AnyJobRef, JobRef } from './reference.js'

/** Defines how jobs of this kind are handled. Its plugin lists it under `jobs`. */
export function defineJob<P extends object>(
  { name }: AnyJobRef<P>,
  work: Omit<JobDefinition<P>, keyof JobRef>
): JobDefinition<P> {
  return { name, ...work }
}
