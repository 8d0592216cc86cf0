import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { chooseAction, pick } from '../../../../admin/.storybook/play.js'
import { reader, reads } from './fixtures.js'
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

export const NothingPromoted: Story = {
  parameters: { api: { 'GET /environments/:id/promotions': [] } },
  play: async () => {
    const dialog = await list()
    await expect(await dialog.findByText('Nothing was promoted to this environment')).toBeVisible()
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
