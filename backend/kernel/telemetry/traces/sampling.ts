import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace'

/**
 * Selects the traces to send, by OTEL_TRACES_SAMPLER and its _ARG. The sampling flag of a caller is ignored: a
 * request is sampled as the root of a trace, or clients could have all their requests recorded.
 */
export function samplerOf(environment: NodeJS.ProcessEnv): Sampler {
  const root = rootOf(environment)
  return new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root })
}

function rootOf({
  OTEL_TRACES_SAMPLER: name = '',
  OTEL_TRACES_SAMPLER_ARG: given,
}: NodeJS.ProcessEnv): Sampler {
  switch (name.trim().replace('parentbased_', '')) {
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio': {
      const ratio = given?.trim() ? Number(given) : 1
      return new TraceIdRatioBasedSampler(ratio >= 0 && ratio <= 1 ? ratio : 1)
    }
    default:
      return new AlwaysOnSampler()
  }
}
