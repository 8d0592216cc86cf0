import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace'

/**
 * Which traces are sent, by OTEL_TRACES_SAMPLER and its _ARG. What a caller says of its own trace decides nothing: a
 * request is sampled as if it began the trace, or strangers could have each of theirs recorded.
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
