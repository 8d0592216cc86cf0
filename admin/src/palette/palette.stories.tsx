import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../.storybook/fake_api.js'
import { sample } from '../../.storybook/sample.js'

const asked = fn()
const scan = sample('Asset', { id: 'scan', name: 'quay-plan.png', type: 'file', size: 5_120 })
const system = sample('ExternalSystem', {
  id: 'tms',
  name: 'Quay planner',
  baseUrl: 'https://tms.example',
})
const workflow = sample('Workflow', { id: 'wf', name: 'Book a quay', description: 'Arrivals only' })

const meta: Meta = {
  title: 'Shell/Command palette',
  beforeEach: () => void asked.mockClear(),
  parameters: {
    route: '/dashboard',
    api: {
      'GET /dashboard/metrics': {},
      'GET /dashboard/activity': [],
      'GET /health': { components: {} },
      'GET /assets': ({ query }: FakeRequest) => {
        const { search } = JSON.parse(query.get('filter') ?? '{}') as { search?: string }
        if (search) asked(search)
        return [scan]
      },
      'GET /assets/:id': { ...scan, folders: [] },
      'GET /assets/:id/versions': [],
      'GET /integrations/systems': [system],
      'GET /integrations/workflows': [workflow],
      'GET /flow-executions': [],
      'GET /tenants': [],
      'GET /users': [],
    },
  },
}
export default meta
type Story = StoryObj

const ready = () => screen.findByRole('heading', { level: 1, name: 'Dashboard' })
const open = async () => {
  await ready()
  await userEvent.keyboard('{Control>}k{/Control}')
  const search = await screen.findByRole('combobox', { name: 'Search and commands' })
  await waitFor(() => expect(search).toHaveFocus())
  return search
}
const option = (name: string | RegExp) => screen.findByRole('option', { name })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

export const WithoutAWord: Story = {
  play: async () => {
    const search = await open()
    await expect(search).toHaveAttribute('aria-expanded', 'true')
    const first = await option(/^Dashboard/)
    await expect(search).toHaveAttribute('aria-activedescendant', first.id)
    await expect(await option('New folder')).toBeInTheDocument()
    await userEvent.keyboard('{ArrowDown}')
    await expect(search).toHaveAttribute('aria-activedescendant', (await option(/^Assets/)).id)
    await expect(asked).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    await closed()
    await expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Dashboard')
  },
}

export const WithoutAWordDark: Story = { ...WithoutAWord, globals: { theme: 'dark' } }

/** Groups load separately: a failed one is named, and a hanging one does not block the others. */
export const Finds: Story = {
  parameters: {
    api: {
      'GET /integrations/workflows': { status: 500, body: {} },
      'GET /flow-executions': 'pending',
    },
  },
  play: async ({ canvas }) => {
    const search = await open()
    await userEvent.type(search, 'quay')
    await expect(await option(/quay-plan\.png/)).toHaveTextContent('5 KB')
    await expect(await option(/Quay planner/)).toBeVisible()
    await expect(await screen.findByText('Could not search Workflows.')).toBeVisible()
    // One request, after a pause in typing.
    await expect(asked.mock.calls).toEqual([['quay']])
    const files = within(screen.getByRole('group', { name: 'Files' }))
    await userEvent.click(files.getByRole('option'))
    await closed()
    await expect(await canvas.findByRole('heading', { name: 'quay-plan.png' })).toBeVisible()
    await expect(canvas.getByRole('main')).toHaveFocus()

    // From then on the earlier choice comes first.
    await userEvent.click(canvas.getByRole('button', { name: 'Search and commands' }))
    const recent = within(await screen.findByRole('group', { name: 'Recent' }))
    await expect(recent.getByRole('option', { name: /quay-plan\.png/ })).toBeVisible()
    await expect(await screen.findByRole('combobox')).toHaveAttribute(
      'aria-activedescendant',
      recent.getByRole('option').id
    )
  },
}

/** Red when keys are lost until the palette, whose code may still load, has its field. */
export const TypedAtOnce: Story = {
  play: async () => {
    await ready()
    const press = (key: string, more: KeyboardEventInit = {}) =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
      )
    press('k', { ctrlKey: true })
    for (const key of ['q', 'u', 'x', 'Backspace', 'a', 'y']) press(key)
    const search = await screen.findByRole('combobox', { name: 'Search and commands' })
    await waitFor(() => expect(search).toHaveValue('quay'))
    await userEvent.keyboard('-')
    await expect(search).toHaveValue('quay-')
    await userEvent.keyboard('{Escape}')
    await closed()
  },
}

/** A result opens the workflow itself, not its list. */
export const ToAWorkflow: Story = {
  parameters: {
    api: {
      'GET /integrations/workflows/failing': [],
      'GET /integrations/workflows/:id': { ...workflow, steps: [] },
      'GET /integrations/workflows/:id/draft': sample('WorkflowDraft', {
        workflowId: workflow.id,
        name: workflow.name,
        steps: [],
        samples: {},
        problems: [],
        others: [],
        isChanged: false,
        updatedAt: null,
      }),
      'POST /integrations/workflows/preview': { isDriven: false, files: [], warnings: [] },
      'GET /flows/step-types': [],
      'GET /flows/triggers': [],
    },
  },
  play: async ({ canvas }) => {
    await userEvent.type(await open(), 'book')
    await userEvent.click(await option(/Book a quay/))
    await expect(
      await canvas.findByRole('heading', { level: 1, name: 'Book a quay' })
    ).toBeVisible()
  },
}

export const NothingFound: Story = {
  parameters: {
    api: { 'GET /assets': [], 'GET /integrations/systems': [], 'GET /integrations/workflows': [] },
  },
  play: async () => {
    await userEvent.type(await open(), 'zzz')
    await expect(await screen.findByText('No matches for “zzz”.')).toBeVisible()
  },
}

/** Opens a form by its address, with the keyboard alone. */
export const DoesSomething: Story = {
  parameters: { route: '/dashboard' },
  play: async () => {
    await userEvent.type(await open(), 'new fold')
    await option('New folder')
    await userEvent.keyboard('{Enter}')
    await expect(await screen.findByRole('dialog', { name: 'New folder' })).toBeVisible()
  },
}

export const SwitchesTheme: Story = {
  play: async () => {
    await userEvent.type(await open(), 'dark')
    await userEvent.click(await option('Switch theme'))
    await waitFor(() =>
      expect(getComputedStyle(document.body).backgroundColor).toBe('rgb(10, 10, 11)')
    )
  },
}

export const OnlyWhatOneMay: Story = {
  parameters: { session: 'viewer' },
  play: async () => {
    const search = await open()
    await option(/^Dashboard/)
    await expect(screen.queryByRole('option', { name: 'New folder' })).toBeNull()
    await expect(screen.queryByRole('option', { name: /^Assets/ })).toBeNull()
    await userEvent.type(search, 'quay')
    await expect(await screen.findByText('No matches for “quay”.')).toBeVisible()
    await expect(asked).not.toHaveBeenCalled()
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await ready()
    await userEvent.click(canvas.getByRole('button', { name: 'Search and commands' }))
    const dialog = await screen.findByRole('dialog', { name: 'Search and commands' })
    await waitFor(() => expect(dialog.getBoundingClientRect().width).toBe(window.innerWidth))
  },
}

export const TheKeys: Story = {
  play: async ({ canvas }) => {
    await ready()
    await userEvent.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    const go = within(dialog.getByRole('region', { name: 'Go to a screen' }))
    await expect(go.getByText('Assets')).toBeVisible()
    await expect(dialog.getByText('F8')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await closed()
    await userEvent.keyboard('ga')
    await expect(
      await canvas.findByRole('heading', { name: 'Asset Management', level: 1 })
    ).toBeVisible()
  },
}
