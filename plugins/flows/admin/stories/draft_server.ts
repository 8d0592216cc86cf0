import type { Execution, Workflow, WorkflowDraft } from '@crossdock/client'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { sample } from '../../../../admin/.storybook/sample.js'

type Problem = WorkflowDraft['problems'][number]

/** A fake server for the draft of one workflow. */
export class DraftServer {
  workflow!: Workflow
  draft!: WorkflowDraft
  /** Returns the errors that prevent activation. */
  problems: (draft: WorkflowDraft) => Problem[] = () => []
  runs: Execution[] = []

  constructor(
    private readonly first: () => Workflow,
    private readonly sent: (what: string, body: unknown) => void
  ) {
    this.reset()
  }

  reset(): void {
    this.workflow = this.first()
    this.draft = this.unsaved()
    this.problems = () => []
    this.runs = []
  }

  unsaved(): WorkflowDraft {
    const { id, name, description, triggerType, triggerConfig, steps, version } = this.workflow
    return {
      name,
      description,
      triggerType,
      triggerConfig,
      steps,
      version,
      workflowId: id,
      baseVersion: version,
      revision: 0,
      isChanged: false,
      samples: {},
      problems: [],
      others: [],
      updatedAt: null,
    }
  }

  /** A newly created workflow. */
  notYetActivated(): void {
    this.workflow = { ...this.workflow, version: null, isActive: false }
    this.draft = this.unsaved()
  }

  /** Another person activates another version. */
  activatedElsewhere(part: Partial<Workflow>): void {
    const version = (this.workflow.version ?? 0) + 1
    this.workflow = { ...this.workflow, ...part, version, updatedAt: new Date().toISOString() }
    this.draft = { ...this.draft, version }
  }

  #save = ({ body }: FakeRequest) => {
    const given = body as Partial<WorkflowDraft>
    this.sent('draft', body)
    if (given.revision !== this.draft.revision) {
      return { status: 409, body: { message: 'Saved elsewhere.', code: 'E_DRAFT' } }
    }
    const steps = given.steps!.map((step) => ({ ...step, name: step.name ?? null }))
    this.draft = {
      ...this.draft,
      ...given,
      steps: steps as WorkflowDraft['steps'],
      revision: this.draft.revision + 1,
      isChanged: true,
      updatedAt: new Date().toISOString(),
    }
    this.draft.problems = this.problems(this.draft)
    return { status: 200, body: this.draft }
  }

  #activate = () => {
    this.sent('activate', null)
    if (this.draft.problems.length > 0) {
      const errors = this.draft.problems.map((one) => ({ ...one, rule: 'x' }))
      return { status: 422, body: { message: errors[0]!.message, errors } }
    }
    const { name, description, triggerType, triggerConfig, steps } = this.draft
    const version = (this.workflow.version ?? 0) + 1
    this.workflow = {
      ...this.workflow,
      name,
      description,
      triggerType,
      triggerConfig,
      steps,
      version,
      isActive: true,
    }
    this.draft = this.unsaved()
    return { status: 200, body: this.workflow }
  }

  #try = ({ params, body }: { params: Record<string, string>; body: unknown }) => {
    this.sent('try', body)
    const run = this.test(params.stepId!, { statusCode: 201, body: { total: 412.5 } })
    return { status: 200, body: run }
  }

  /** A test of a step with an output. */
  test(stepId: string, output: unknown): Execution {
    const run: Execution = sample('Execution', {
      id: `run_${stepId}`,
      executionId: `exec_${stepId}`,
      triggerType: 'test',
      flowId: this.workflow.id,
      status: 'completed',
      stepResults: [
        sample('StepResult', {
          stepId,
          path: stepId,
          status: 'completed',
          output,
          outputHidden: false,
          startedAt: '2026-03-01T08:00:00.000Z',
          completedAt: '2026-03-01T08:00:00.182Z',
          errorMessage: null,
        }),
      ],
    })
    this.runs = [...this.runs.filter(({ id }) => id !== run.id), run]
    this.draft = { ...this.draft, samples: { ...this.draft.samples, [stepId]: run.id } }
    return run
  }

  readonly api = {
    'GET /integrations/workflows/:id': () => ({ status: 200, body: this.workflow }),
    'GET /integrations/workflows/:id/draft': () => ({ status: 200, body: this.draft }),
    'PUT /integrations/workflows/:id/draft': (request: FakeRequest) => this.#save(request),
    'POST /integrations/workflows/:id/activate': () => this.#activate(),
    'POST /integrations/workflows/:id/draft/steps/:stepId/try': (request: FakeRequest) =>
      this.#try(request as never),
    'POST /integrations/workflows/:id/draft/test': () => {
      this.sent('test', null)
      return { status: 202, body: this.test(this.draft.steps[0]!.id, {}) }
    },
    'DELETE /integrations/workflows/:id/draft': () => {
      this.sent('discard', null)
      this.draft = this.unsaved()
      return { status: 204 }
    },
    'GET /flow-executions/:id': ({ params }: { params: Record<string, string> }) => ({
      status: 200,
      body: this.runs.find(({ id }) => id === params.id),
    }),
    'GET /integrations/logs': [],
  }
}
