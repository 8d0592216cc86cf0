import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { chooseAction, pick } from '../../../../admin/.storybook/play.js'
import { reader, reads, workflows } from './fixtures.js'
import { environments, plan, promotion, undone } from './promotion_fixtures.js'

const sent = fn()

/** Answers the plan first, then the promotion. */
const promotes =
  (answer: object = { status: 201, body: promotion }) =>
  ({ params, body }: FakeRequest) => {
    sent(params.id, body)
    return (body as { dryRun?: boolean }).dryRun ? plan : answer
  }

const meta: Meta = {
  title: 'Integrations/Promotion',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/integrations?tab=workflows',
    api: {
      ...reads,
      'GET /tenant/environments': environments,
      'POST /environments/:id/promotions': promotes(),
      'GET /environments/:id/promotions': [promotion, undone],
      'POST /environments/:id/promotions/:promotionId/undo': ({ params }: FakeRequest) => {
        sent('undo', params.promotionId)
        return { ...promotion, undoneAt: promotion.createdAt, lost: ['Get stock: path.api_key'] }
      },
    },
  },
}
export default meta
type Story = StoryObj

const opened = async () => {
  await chooseAction('Invoice intake', 'Promote...')
  return within(await screen.findByRole('dialog', { name: 'Promote Invoice intake' }))
}

/** Red when the button sends a request for each click. */
export const ShowsThePlanAndPromotes: Story = {
  play: async () => {
    const dialog = await opened()
    const list = within(await dialog.findByRole('list', { name: 'What is promoted' }))
    await expect(list.getByText('Unchanged')).toBeVisible()
    await expect(list.getAllByText('Changed')).toHaveLength(2)
    await expect(list.getByText('Step 2 (Update metadata) added')).toBeVisible()
    await expect(list.getByText('Step 3.yes.1 (Call partner) removed')).toBeVisible()
    await expect(list.getByText('number: 7')).toBeVisible()
    await expect(list.getByText('(not set)')).toBeVisible()
    await expect(list.getByText('Endpoint · matched by name')).toBeVisible()
    await expect(list.getByText('/receipts')).toBeVisible()
    await expect(list.getByText('New')).toBeVisible()
    await expect(dialog.getByText(/variable ZETA_HOST/)).toBeVisible()
    await pick(dialog, /To/, 'Testing')
    await waitFor(() =>
      expect(sent).toHaveBeenLastCalledWith(
        'env_production',
        expect.objectContaining({ targetId: 'env_testing', dryRun: true })
      )
    )
    await dialog.findByRole('list', { name: 'What is promoted' })
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Promote' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const wish = { targetId: 'env_testing', workflowIds: ['wf_intake'], plan: plan.plan }
    await expect(sent).toHaveBeenLastCalledWith('env_production', wish)
    await expect(sent.mock.calls.filter(([, body]) => body?.plan)).toHaveLength(1)
    await expect(await screen.findByText('Promoted to Development')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent).toHaveBeenLastCalledWith('undo', 'pro_1'))
    await expect(
      await screen.findByText(
        'Undid the promotion of Invoice intake. Credentials did not come back: Get stock: path.api_key'
      )
    ).toBeVisible()
  },
}

export const Dark: Story = {
  globals: { theme: 'dark' },
  play: async () => {
    await (await opened()).findByRole('list', { name: 'What is promoted' })
  },
}

export const ChangedMeanwhile: Story = {
  parameters: {
    api: {
      'POST /environments/:id/promotions': promotes({
        status: 409,
        body: {
          code: 'E_PLAN_CHANGED',
          message: 'Since the plan was made, this has changed: Zeta WMS.',
        },
      }),
    },
  },
  play: async () => {
    const dialog = await opened()
    await dialog.findByRole('list', { name: 'What is promoted' })
    await userEvent.click(dialog.getByRole('button', { name: 'Promote' }))
    await expect(await screen.findByText(/this has changed: Zeta WMS/)).toBeVisible()
    sent.mockClear()
    await userEvent.click(await dialog.findByRole('button', { name: 'Refresh the plan' }))
    await waitFor(() => expect(sent).toHaveBeenCalledOnce())
    await expect(await dialog.findByRole('button', { name: 'Promote' })).toBeEnabled()
  },
}

// Red when the dialog closes although nothing was promoted, or hides the reason.
export const NotPromoted: Story = {
  parameters: {
    api: {
      'POST /environments/:id/promotions': promotes({
        status: 422,
        body: { message: 'The target has 5 of 5 systems.' },
      }),
    },
  },
  play: async () => {
    const dialog = await opened()
    await expect(dialog.getByText(/Credentials are not promoted/)).toBeVisible()
    await dialog.findByRole('list', { name: 'What is promoted' })
    await expect(dialog.getByRole('alert', { name: 'Before you promote' })).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Promote' }))
    await expect(await screen.findByText('The target has 5 of 5 systems.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Promote' })).toBeEnabled()
  },
}

export const NotPromotedWithoutAReason: Story = {
  parameters: {
    api: { 'POST /environments/:id/promotions': promotes({ status: 500, body: {} }) },
  },
  play: async () => {
    const dialog = await opened()
    await dialog.findByRole('list', { name: 'What is promoted' })
    await userEvent.click(dialog.getByRole('button', { name: 'Promote' }))
    await expect(await screen.findByText('Failed to promote')).toBeVisible()
  },
}

const nothingToPromote = /There is nothing to promote/

export const NothingToPromote: Story = {
  parameters: {
    api: {
      'POST /environments/:id/promotions': {
        ...plan,
        items: plan.items.slice(0, 1),
        warnings: [],
      },
    },
  },
  play: async () => {
    const dialog = await opened()
    await expect(await dialog.findByText(nothingToPromote)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Promote' })).toBeDisabled()
  },
}

// Red when the dialog closes without a word.
export const AnotherPersonWasFaster: Story = {
  parameters: {
    api: { 'POST /environments/:id/promotions': promotes({ ...promotion, id: null }) },
  },
  play: async () => {
    const dialog = await opened()
    await dialog.findByRole('list', { name: 'What is promoted' })
    await userEvent.click(dialog.getByRole('button', { name: 'Promote' }))
    await expect(await screen.findByText(nothingToPromote)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

export const Planning: Story = {
  parameters: { api: { 'POST /environments/:id/promotions': 'pending' } },
  play: async () => {
    const dialog = await opened()
    await expect(await dialog.findByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Promote' })).toBeDisabled()
  },
}

export const PlanRefused: Story = {
  parameters: {
    api: {
      'POST /environments/:id/promotions': () => ({
        status: 422,
        body: { message: 'Invoice intake refers to something that was deleted.' },
      }),
    },
  },
  play: async () => {
    const dialog = await opened()
    await expect(await dialog.findByText(/refers to something that was deleted/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Promote' })).toBeDisabled()
  },
}

export const Selected: Story = {
  play: async ({ canvas }) => {
    const row = (await canvas.findByText('Invoice intake')).closest('tr') as HTMLElement
    await userEvent.click(within(row).getByRole('checkbox'))
    await userEvent.click(await screen.findByRole('button', { name: 'Promote...' }))
    await screen.findByRole('dialog', { name: 'Promote Invoice intake' })
  },
}

const many = Array.from({ length: 51 }, (_, at) => ({
  ...workflows[0]!,
  id: `wf_${at}`,
  name: `Workflow ${at}`,
}))

// Red when the button is off and nothing says why.
export const TooManySelected: Story = {
  parameters: {
    route: '/integrations?tab=workflows&perPage=100',
    api: { 'GET /integrations/workflows': many },
  },
  play: async () => {
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Select all/ }))
    const bar = within(await screen.findByRole('group', { name: 'Actions for the selected rows' }))
    await expect(await bar.findByText('At most 50 workflows at a time')).toBeInTheDocument()
    await expect(bar.getByRole('button', { name: 'Promote...' })).toBeDisabled()
  },
}

const list = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Promotions' }))
  return within(await screen.findByRole('dialog', { name: 'Promotions to Production' }))
}

export const ListsAndTakesBack: Story = {
  play: async () => {
    const dialog = await list()
    await expect(await dialog.findByText(/Undone by Rey Ode/)).toBeVisible()
    const [details] = dialog.getAllByRole('button', { name: /^Details of/ })
    await userEvent.click(details!)
    await expect(dialog.getByRole('list', { name: 'What is promoted' })).toBeVisible()
    await userEvent.click(
      dialog.getByRole('button', { name: 'Undo the promotion of Invoice intake' })
    )
    const asked = within(await screen.findByRole('alertdialog'))
    await expect(asked.getByText(/Everything it created is deleted/)).toBeVisible()
    await userEvent.click(asked.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent).toHaveBeenCalledWith('undo', 'pro_1'))
    await expect(await screen.findByText('Undid the promotion of Invoice intake')).toBeVisible()
    await expect(screen.getByText(/did not come back: Get stock: path.api_key/)).toBeVisible()
  },
}

// Red when the question closes although nothing was undone.
export const NotUndone: Story = {
  parameters: {
    api: {
      'GET /environments/:id/promotions': [promotion, { ...undone, undoneByName: null }],
      'POST /environments/:id/promotions/:promotionId/undo': () => ({ status: 500, body: {} }),
    },
  },
  play: async () => {
    const dialog = await list()
    await expect(dialog.getByText(/promoted to this environment, newest first/)).toBeVisible()
    await expect(await dialog.findByText(/^Undone, /)).toBeVisible()
    const [details] = dialog.getAllByRole('button', { name: /^Details of the promotion/ })
    await userEvent.click(details!)
    await userEvent.click(dialog.getByRole('button', { name: /^Hide the details of/ }))
    await expect(dialog.queryByRole('list', { name: 'What is promoted' })).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: /^Undo the promotion/ }))
    const asked = within(await screen.findByRole('alertdialog'))
    await userEvent.click(asked.getByRole('button', { name: 'Undo' }))
    await expect(await screen.findByText('Failed to undo the promotion')).toBeInTheDocument()
    await expect(asked.getByRole('button', { name: 'Undo' })).toBeEnabled()
  },
}

export const NothingPromoted: Story = {
  parameters: { api: { 'GET /environments/:id/promotions': [] } },
  play: async () => {
    const dialog = await list()
    await expect(await dialog.findByText('Nothing was promoted to this environment')).toBeVisible()
    await expect(dialog.getByText(/Choose the environment where the workflows are/)).toBeVisible()
  },
}

export const ListFails: Story = {
  parameters: {
    api: {
      'GET /environments/:id/promotions': () => ({
        status: 500,
        body: { message: 'No connection.' },
      }),
    },
  },
  play: async () => {
    const dialog = await list()
    await expect(await dialog.findByText('No connection.')).toBeVisible()
  },
}

const offered = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Invoice intake' }))
  await screen.findByRole('menuitem', { name: 'Delete' })
  return screen.queryByRole('menuitem', { name: 'Promote...' })
}

export const OneEnvironment: Story = {
  parameters: { api: { 'GET /tenant/environments': environments.slice(2) } },
  play: async () => {
    await expect(await offered()).toBeNull()
    await expect(screen.queryByRole('button', { name: 'Promotions' })).toBeNull()
  },
}

export const WithoutRights: Story = {
  parameters: {
    api: { 'GET /auth/me': reader(['integrations.read', 'flows.read', 'flows.write']) },
  },
  play: async () => {
    await expect(await offered()).toBeNull()
    await expect(screen.queryByRole('button', { name: 'Promotions' })).toBeNull()
  },
}
