import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { DraftServer } from './draft_server.js'
import { listOf, reads, workflows } from './fixtures.js'

/** Filters of the list requests. */
let asked: string[] = []

const systems = [
  ...Array.from({ length: 60 }, (_, at) => ({
    id: `sys_${at}`,
    name: `Carrier ${String(at).padStart(2, '0')}`,
    isActive: true,
  })),
  { id: 'sys_old', name: 'Old port office', isActive: false },
  { id: 'sys_zeta', name: 'Zeta WMS', isActive: true },
]
const endpoint = (id: string, systemId: string, name: string, isActive = true) => ({
  id,
  systemId,
  name,
  isActive,
  method: 'POST',
  path: `/${id}`,
  endpointType: 'outbound',
})
const endpoints = [
  endpoint('receipt', 'sys_old', 'Post receipt'),
  endpoint('decide', 'sys_old', 'Decide', false),
  { ...endpoint('hook', 'sys_old', 'Called by them'), endpointType: 'inbound' },
  endpoint('end_receipt', 'sys_zeta', 'Post goods receipt'),
]
const noting = <T extends { name: string }>(name: string, all: readonly T[]) => {
  const list = listOf(all)
  return (request: FakeRequest) => {
    asked.push(`${name} ${request.query.get('filter') ?? '{}'} ${request.query.get('range')}`)
    return list(request)
  }
}

const server = new DraftServer(
  () => ({ ...workflows[0]!, steps: workflows[0]!.steps.slice(0, 1) }),
  () => undefined
)

const meta: Meta = {
  title: 'Flows/What a step calls',
  beforeEach: () => {
    server.reset()
    asked = []
  },
  parameters: {
    route: '/integrations/workflows/wf_intake',
    api: {
      ...reads,
      ...server.api,
      'GET /integrations/systems': noting('systems', systems),
      'GET /integrations/endpoints': noting('endpoints', endpoints),
    },
  },
}
export default meta
type Story = StoryObj

const openStep = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /API Call/ }))
  return within(await screen.findByRole('region', { name: 'Step' }))
}

/** Red when a list is read only to show the name of a chosen entry. */
export const NamesWhatIsChosen: Story = {
  play: async () => {
    const step = await openStep()
    await waitFor(() =>
      expect(step.getByRole('combobox', { name: /^System/ })).toHaveValue('Zeta WMS')
    )
    await waitFor(() =>
      expect(step.getByRole('combobox', { name: /^Endpoint/ })).toHaveValue(
        'Post goods receipt (POST /end_receipt)'
      )
    )
    const byStep = asked.filter((one) => !one.startsWith('workflows'))
    await expect(byStep.every((one) => one.includes('"id":['))).toBe(true)
    await expect(screen.queryByText('Draft')).toBeNull()
  },
}

/**
 * Typing finds entries beyond the first page. Only callable endpoints are offered, and inactive systems are
 * marked.
 */
export const FindsWhatIsTyped: Story = {
  play: async () => {
    const step = await openStep()
    const system = step.getByRole('combobox', { name: /^System/ })
    await waitFor(() => expect(system).toHaveValue('Zeta WMS'))
    await userEvent.click(system)
    await screen.findByRole('option', { name: 'Carrier 00' })
    await expect(screen.getByRole('option', { name: 'Zeta WMS', selected: true })).toBeVisible()
    await expect(screen.queryByRole('option', { name: /Old port/ })).toBeNull()
    await userEvent.clear(system)
    await userEvent.type(system, 'old')
    await userEvent.click(await screen.findByRole('option', { name: 'Old port office, inactive' }))
    await expect(asked.some((one) => one.includes('"search":"old"'))).toBe(true)
    await expect(system).toHaveValue('Old port office, inactive')

    const endpointField = await step.findByRole('combobox', { name: /^Endpoint/ })
    await expect(endpointField).toHaveValue('')
    await userEvent.click(endpointField)
    await screen.findByRole('option', { name: 'Post receipt (POST /receipt)' })
    await expect(
      screen.getByRole('option', { name: 'Decide (POST /decide), inactive' })
    ).toBeVisible()
    await expect(screen.getAllByRole('option')).toHaveLength(2)
    await userEvent.type(endpointField, 'nothing')
    await expect(
      await screen.findByText('This system has no such outbound endpoint.')
    ).toBeVisible()
    // No page has hundreds of rows.
    const ranges = asked.map((one) => /\[(\d+),(\d+)\]$/.exec(one)).filter((one) => one !== null)
    await expect(ranges.every(([, , end]) => Number(end) < 25)).toBe(true)
  },
}

export const DarkOnAPhone: Story = {
  globals: { theme: 'dark', viewport: { value: 'mobile1' } },
  play: async () => {
    const step = await openStep()
    const system = step.getByRole('combobox', { name: /^System/ })
    await waitFor(() => expect(system).toHaveValue('Zeta WMS'))
    await userEvent.click(system)
    await expect(await screen.findByRole('option', { name: 'Carrier 00' })).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

// Red when an endpoint created here is not the one that the step calls.
export const MakesAnEndpointHere: Story = {
  parameters: {
    api: {
      'POST /integrations/endpoints/preview': { warnings: [] },
      'POST /integrations/systems/:id/endpoints': () => {
        const made = { ...endpoint('made', 'sys_zeta', 'Announce truck'), requestSchema: {} }
        endpoints.push(made)
        return { status: 201, body: made }
      },
    },
  },
  play: async () => {
    const step = await openStep()
    await userEvent.click(await step.findByRole('button', { name: 'New endpoint' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add API Endpoint' }))
    await userEvent.type(form.getByRole('textbox', { name: /Endpoint Name/ }), 'Announce truck')
    await userEvent.type(form.getByRole('textbox', { name: /API Path/ }), '/trucks')
    await userEvent.click(form.getByRole('button', { name: 'Add Endpoint' }))
    await waitFor(() =>
      expect(step.getByRole('combobox', { name: /^Endpoint/ })).toHaveValue(
        'Announce truck (POST /made)'
      )
    )
    await waitFor(() => expect(server.draft.steps[0]!.endpointId).toBe('made'))
  },
}
