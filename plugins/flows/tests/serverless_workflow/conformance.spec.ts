import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { addEndpoint, connect, type ShownEndpoint } from '../../../integrations/tests/fixtures.js'
import { Partner } from '../../../integrations/tests/partner.js'
import { partnerSettings } from '../../../integrations/tests/with_partner.js'
import { FlowLab, type Run } from '../flow_lab.js'
import { mapScenario, NotMapped, type Call, type Endpoint, type Mapped } from './adapter.js'
import { scenariosOf, type Scenario } from './feature.js'
import { keepPets, petstore } from './petstore.js'

/**
 * A folder with scenarios that this repository does not contain: serverlessworkflow/specification,
 * ctk/features.
 */
const folder = join(process.env.CROSSDOCK_CORPORA ?? '', 'serverless-workflow', 'features')
const isThere = Boolean(process.env.CROSSDOCK_CORPORA) && existsSync(folder)
const scenarios = isThere
  ? readdirSync(folder)
      .sort()
      .flatMap((file) => scenariosOf(readFileSync(join(folder, file), 'utf8')))
  : []

/** Scenarios that cannot be expressed in steps, with the start of the reason. */
const unmapped: Record<string, RegExp> = {
  'Fork Task With Competing Concurrent Sub Tasks':
    /^The branches of parallel all come to their end/,
  'Call HTTP Using Basic Authentication': /^Credentials belong to a system/,
  'Call HTTP With Response Output': /^A call puts out status and body/,
  'Call OpenAPI With Response Output': /^A call puts out status and body/,
  'Emit Task': /^No step records an event/,
  'Raise task with inline error': /^No step fails on purpose/,
}

test.group('Scenarios of the Serverless Workflow conformance kit', (group) => {
  let app: TestApp
  let lab: FlowLab
  let partner: Partner

  group.setup(async () => {
    app = await bootApp({ settings: partnerSettings })
    lab = new FlowLab(app, await app.tenant('acme'))
    partner = await Partner.start()
    keepPets(partner)
    return async () => {
      await partner.stop()
      await app.stop()
    }
  })

  /** The DSL names an address in the step: here the system with that address is created first. */
  async function endpointOf(call: Call): Promise<Endpoint> {
    const as = lab.tenant.admin
    if (call.kind === 'openapi') {
      const document = {
        document: petstore,
        name: crypto.randomUUID(),
        baseUrl: `${partner.url}/v2`,
      }
      const path = '/api/integrations/imports'
      type Imported = { result: { systemId: string } }
      const { result } = await app.ok<Imported>('POST', path, { as, body: document })
      const { systemId } = result
      const found = await app.ok<ShownEndpoint[]>(
        'GET',
        `/api/integrations/systems/${systemId}/endpoints`,
        { as }
      )
      const endpoint = found.find(({ name }) => name === call.with.operationId)
      if (!endpoint) throw new Error(JSON.stringify(found))
      return {
        systemId,
        endpointId: endpoint.id,
        params: Object.keys(call.with.parameters as object),
      }
    }
    const { uri } = call.with.endpoint as { uri: string }
    const { id: systemId } = await connect(app, as, {
      name: crypto.randomUUID(),
      baseUrl: partner.url,
      authType: 'none',
      authConfig: {},
    })
    const endpoint = await addEndpoint(app, as, systemId, {
      path: uri.replace(/^https:\/\/[^/]+/, ''),
      method: String(call.with.method).toUpperCase(),
    })
    const params = [...uri.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    return { systemId, endpointId: endpoint.id, params }
  }

  for (const scenario of scenarios) {
    const why = unmapped[scenario.name]
    test(why ? `${scenario.name}: cannot be expressed` : scenario.name, async ({ assert }) => {
      if (why) {
        const refused: unknown = await mapScenario(scenario, endpointOf).catch(
          (error: unknown) => error
        )
        assert.instanceOf(refused, NotMapped)
        assert.match((refused as NotMapped).message, why)
        return
      }
      const mapped = await mapScenario(scenario, endpointOf)
      const flow = await lab.workflow({ name: scenario.name, steps: mapped.steps })
      const { id } = await lab.start(flow)
      await lab.reached(id, 'completed', 'failed')
      const run = await app.ok<Run>('GET', `/api/flow-executions/${id}`, { as: lab.tenant.admin })
      for (const claim of scenario.claims) hold(assert, claim, { run, mapped })
    })
  }

  test('are there')
    .run(({ assert }) => assert.lengthOf(scenarios, 21))
    .skip(!isThere, 'CROSSDOCK_CORPORA names no folder with serverless-workflow/features')
})

/** The tasks that ran, in order, and the output of the last one. */
function ended({ stepResults }: Run) {
  const done = stepResults
    .filter(({ status, startedAt }) => status === 'completed' && startedAt)
    .sort((one, other) => (one.startedAt! < other.startedAt! ? -1 : 1))
  return { order: done.map(({ stepId }) => stepId), output: lastOutput(done) }
}

/** A condition chooses a branch and changes nothing: the output before it stays the current one. */
const lastOutput = (done: Run['stepResults']): unknown =>
  done.findLast(({ output }) => !isWay(output))?.output

const isWay = (output: unknown) =>
  typeof output === 'object' && output !== null && Object.keys(output).join() === 'branch'

function hold(
  assert: Assert,
  { sentence, value }: Scenario['claims'][number],
  { run, mapped }: { run: Run; mapped: Mapped }
): void {
  const { order, output } = ended(run)
  const placeOf = (task: string) => order.findIndex((id) => mapped.idsOf.get(task)?.includes(id))
  const tasks = order.filter((id) => [...mapped.idsOf.values()].flat().includes(id))
  const reason = run.errorMessage ?? ''
  const [, task, how, other] =
    /^(\w+) should run (first|last|after)(?: (\w+))?$/.exec(sentence) ?? []
  if (sentence === 'the workflow should fault') assert.equal(run.status, 'failed')
  else if (sentence === 'the workflow should complete')
    assert.equal(run.status, 'completed', reason)
  else if (sentence === 'the workflow should complete with output') {
    assert.equal(run.status, 'completed', reason)
    assert.deepEqual(output, value)
  } else if (task && how === 'after') assert.isAbove(placeOf(task), placeOf(other!))
  else if (task) {
    const at = how === 'first' ? 0 : -1
    assert.include(mapped.idsOf.get(task)!, tasks.at(at)!)
  } else if (
    /output should have (a )?'?propert/.test(sentence) ||
    sentence.includes('property with value')
  ) {
    for (const [, path] of sentence.matchAll(/'([\w.]+)'/g)) {
      const found = path!
        .split('.')
        .reduce<unknown>((one, name) => (one as Record<string, unknown>)[name], output)
      assert.isDefined(found, path)
      if (value !== undefined) assert.deepEqual(found, value)
    }
  } else throw new Error(`"${sentence}" is not known.`)
}
