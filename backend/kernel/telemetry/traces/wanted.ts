/** The standard variables of OpenTelemetry used here. The exporter reads its own (OTEL_EXPORTER_OTLP_…). */
type Environment = Record<string, string | undefined>

/** Whether traces are to be sent. An endpoint for all signals and one for traces count alike. */
export function isTracing(environment: Environment): boolean {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = environment
  if (disabled?.trim().toLowerCase() === 'true' || exporter?.trim() === 'none') return false
  return endpointOf(environment) !== undefined
}

/** The endpoint for traces. */
export function endpointOf(environment: Environment): string | undefined {
  return (
    environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim() ||
    environment.OTEL_EXPORTER_OTLP_ENDPOINT?.trim() ||
    undefined
  )
}

const protocols = ['http/protobuf', 'http/json']

/** Problems of the variables and their effect. As the standard requires, none of them prevents the start. */
export function problemsOf(environment: Environment): string[] {
  const problems: string[] = []
  const endpoint = endpointOf(environment)
  if (endpoint && !/^https?:/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : '')) {
    problems.push(
      'The endpoint of OTEL_EXPORTER_OTLP_… is not an http:// or https:// address: no traces arrive.'
    )
  }
  const given = givenProtocol(environment)
  if (given && !protocols.includes(given)) {
    problems.push(
      `The protocol "${given}" of OTEL_EXPORTER_OTLP_… is none of ${protocols.join(', ')}: http/protobuf is used.`
    )
  }
  const sampler = environment.OTEL_TRACES_SAMPLER?.trim()
  if (sampler && !samplers.includes(sampler)) {
    problems.push(
      `OTEL_TRACES_SAMPLER "${sampler}" is none of ${samplers.join(', ')}: every trace is sent.`
    )
  }
  const ratio = environment.OTEL_TRACES_SAMPLER_ARG?.trim()
  if (ratio && !(Number(ratio) >= 0 && Number(ratio) <= 1)) {
    problems.push(
      `OTEL_TRACES_SAMPLER_ARG "${ratio}" is not a number from 0 to 1: every trace is sent.`
    )
  }
  return problems
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
]

const givenProtocol = (environment: Environment) =>
  environment.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL?.trim() ||
  environment.OTEL_EXPORTER_OTLP_PROTOCOL?.trim()

/** The protocol: the default of the standard unless JSON is set. */
export const protocolOf = (environment: Environment) =>
  givenProtocol(environment) === 'http/json' ? 'http/json' : 'http/protobuf'
