import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { chooseAction, recordWith } from '../../../../admin/.storybook/play.js'
import { endpoint, reads } from './fixtures.js'
import { testResult } from './preview_fixtures.js'

const sent = fn()
const record = recordWith(sent)

const tested = fn()

const meta: Meta = {
  title: 'Integrations/Endpoints',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/integrations/systems/sys_zeta',
    api: {
      ...reads,
      'POST /integrations/systems/:id/endpoints': record('create', 201),
      'PUT /integrations/endpoints/:id': record('update'),
      'DELETE /integrations/endpoints/:id': record('delete', 204),
      'POST /integrations/endpoints/:id/test': testResult,
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'API Endpoints - Zeta WMS' })
    ).toBeVisible()
    const row = within((await canvas.findByText('Post goods receipt')).closest('tr') as HTMLElement)
    await expect(row.getByText('File upload')).toBeInTheDocument()
    await expect(row.getByText('File update')).toBeInTheDocument()
    await expect(row.queryByText('Metadata change')).toBeNull()
    await expect(row.getByText('+2')).toBeInTheDocument()
    await userEvent.click(canvas.getByRole('link', { name: 'Back to systems' }))
    await expect(await canvas.findByRole('tab', { name: 'Systems', selected: true })).toBeVisible()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

const closed = { systemId: 'sys_zeta', state: 'closed', byHand: false, reason: null }
const circuit = { ...closed, openedAt: null, until: null }

/** A person pauses calls with a reason that all viewers see, and resumes them. */
export const PausedByHand: Story = {
  parameters: {
    api: {
      'GET /integrations/systems/:id/circuit': () => state,
      'POST /integrations/systems/:id/circuit': ({ body }: { body: typeof circuit }) => {
        sent(body)
        state = body.state === 'open' ? { ...circuit, ...body, byHand: true } : circuit
        return state
      },
    },
  },
  play: async ({ canvas }) => {
    state = circuit
    await userEvent.click(await canvas.findByRole('button', { name: 'Pause calls' }))
    const asks = within(await screen.findByRole('alertdialog'))
    await userEvent.type(asks.getByLabelText('Reason (optional)'), 'Maintenance until noon.')
    await userEvent.click(asks.getByRole('button', { name: 'Pause calls' }))
    const notice = await canvas.findByText('Calls are paused. Maintenance until noon.')
    await expect(notice).toBeVisible()
    await expect(sent).toHaveBeenCalledWith({ state: 'open', reason: 'Maintenance until noon.' })
    await userEvent.click(canvas.getByRole('button', { name: 'Resume calls' }))
    await waitFor(() => expect(canvas.queryByText(/^Calls are paused/)).toBeNull())
  },
}
let state = circuit

export const Empty: Story = {
  parameters: {
    route: '/integrations/systems/sys_zeta?oauth=refused',
    api: { 'GET /integrations/systems/:id/endpoints': [] },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No endpoints configured yet.')).toBeVisible()
    await expect(canvas.getByText(/^The provider did not grant access/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(canvas.queryByText(/^The provider did not/)).toBeNull())
    await userEvent.click(canvas.getByRole('button', { name: 'Add Your First Endpoint' }))
    await screen.findByRole('dialog', { name: 'Add API Endpoint' })
  },
}

export const NoSuchSystem: Story = {
  parameters: { route: '/integrations/systems/gone' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('This system does not exist')).toBeVisible()
  },
}

export const AddsEndpoint: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('Post goods receipt')
    await userEvent.click(canvas.getByRole('button', { name: 'Add Endpoint' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add API Endpoint' }))
    const submit = () => userEvent.click(form.getByRole('button', { name: 'Add Endpoint' }))
    await userEvent.type(form.getByRole('textbox', { name: /Endpoint Name/ }), 'Announce truck')
    await userEvent.type(form.getByRole('textbox', { name: /API Path/ }), '/trucks')
    await userEvent.click(form.getByRole('checkbox', { name: 'File upload' }))
    const rows = within(form.getByRole('group', { name: 'Custom Headers' }))
    await expect(rows.getByRole('button', { name: /Add.*Custom Headers/ })).toBeVisible()
    await userEvent.click(rows.getByRole('button', { name: 'Edit as JSON' }))
    const headers = form.getByRole('textbox', { name: /Custom Headers/ })
    await userEvent.click(headers)
    await userEvent.paste('{"X-Dock": 4}')
    await submit()
    await expect(
      await form.findByText('The value of “X-Dock” must be text in quotes')
    ).toBeInTheDocument()
    await userEvent.clear(headers)
    await userEvent.click(headers)
    await userEvent.paste('{"X-Dock": "4"')
    await submit()
    await expect(await form.findByText(/This is not valid JSON/)).toBeInTheDocument()
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.paste('}')
    const expected = form.getByRole('textbox', { name: /Expected Response/ })
    await expect(expected).toHaveValue('200')
    await userEvent.type(expected, ', 202, soon')
    await userEvent.click(form.getByRole('switch', { name: 'Edit as JSON' }))
    const mapping = await form.findByRole('textbox', { name: /Field Mapping/ })
    await userEvent.click(mapping)
    await userEvent.paste('{"fileMetadata": {"plate": "metadata.plate"}}')
    await submit()
    await expect(await screen.findByText('Endpoint created successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('create', 'sys_zeta', {
      systemId: 'sys_zeta',
      name: 'Announce truck',
      path: '/trucks',
      method: 'POST',
      endpointType: 'outbound',
      triggers: ['file_upload'],
      isActive: true,
      requestSchema: { headers: { 'X-Dock': '4' } },
      responseSchema: { expectedStatus: [200, 202] },
      fieldMapping: { fileMetadata: { plate: 'metadata.plate' } },
    })
  },
}

export const EditKeepsWhatHasNoField: Story = {
  play: async () => {
    await chooseAction('Post goods receipt', 'Edit')
    const form = within(await screen.findByRole('dialog', { name: 'Edit API Endpoint' }))
    await userEvent.click(form.getByRole('switch', { name: 'Active' }))
    await userEvent.click(form.getByRole('button', { name: 'Update Endpoint' }))
    await expect(await screen.findByText('Endpoint updated successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith(
      'update',
      'end_receipt',
      expect.objectContaining({
        isActive: false,
        requestSchema: { headers: { 'X-Site': 'Ghent' }, body: { kind: 'receipt' } },
        responseSchema: { expectedStatus: [200, 201] },
      })
    )
  },
}

/** Red without `ifMatch`. */
export const ChangedConcurrently: Story = {
  parameters: {
    api: {
      'GET /integrations/endpoints/:id': endpoint({
        id: 'end_receipt',
        name: 'x',
        updatedAt: '2026-11-20T08:00:00.000Z',
      }),
    },
  },
  play: async () => {
    await chooseAction('Post goods receipt', 'Edit')
    const form = within(await screen.findByRole('dialog', { name: 'Edit API Endpoint' }))
    await userEvent.click(form.getByRole('button', { name: 'Update Endpoint' }))
    await expect(await form.findByText(/Someone else saved this/)).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
  },
}

export const ServerRefusesAHeader: Story = {
  parameters: {
    api: {
      'PUT /integrations/endpoints/:id': () => ({
        status: 422,
        body: {
          message: 'Check the marked fields.',
          errors: [
            { field: 'requestSchema.headers', rule: 'headers', message: '"X Dock" is no header.' },
          ],
        },
      }),
    },
  },
  play: async () => {
    await chooseAction('Post goods receipt', 'Edit')
    const form = within(await screen.findByRole('dialog', { name: 'Edit API Endpoint' }))
    await userEvent.click(form.getByRole('button', { name: 'Update Endpoint' }))
    await expect(await form.findByText('"X Dock" is no header.')).toBeInTheDocument()
    await expect(form.getByRole('group', { name: 'Custom Headers' })).toHaveTextContent(
      '"X Dock" is no header.'
    )
  },
}

export const TestSucceeds: Story = {
  play: async () => {
    await chooseAction('Post goods receipt', 'Test')
    const dialog = within(await screen.findByRole('dialog', { name: 'Test of Post goods receipt' }))
    await expect(await dialog.findByText(/with status 201 Created/)).toBeInTheDocument()
    await expect(dialog.getByText('184 ms')).toBeInTheDocument()
    await expect(dialog.getByRole('region', { name: 'Response' })).toHaveTextContent('4711')
    await expect(await screen.findByText('Test Successful')).toBeVisible()
    await expect(screen.getByText('Endpoint responded successfully')).toBeVisible()
  },
}

// Red when a call is sent before or without the values of its placeholders.
export const TestAsksForPlaceholders: Story = {
  play: async () => {
    tested.mockClear()
    await chooseAction('Read stock', 'Test')
    const dialog = within(await screen.findByRole('dialog', { name: 'Test of Read stock' }))
    await userEvent.type(await dialog.findByLabelText('Parameter sku'), 'A-7')
    await expect(tested).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: 'Send test' }))
    await waitFor(() => expect(tested).toHaveBeenCalledWith({ params: { sku: 'A-7' } }))
    await expect(await dialog.findByText('200 it is')).toBeInTheDocument()
  },
  parameters: {
    api: {
      'POST /integrations/endpoints/:id/test': ({ body }: { body: unknown }) => {
        tested(body)
        return {
          success: true,
          statusCode: 200,
          duration: 5,
          message: '200 it is',
          requestData: {},
          responseData: null,
          warnings: [],
        }
      },
    },
  },
}

export const TestFails: Story = {
  parameters: {
    api: {
      'POST /integrations/endpoints/:id/test': () => ({
        success: false,
        statusCode: null,
        duration: 5_004,
        message: 'Zeta WMS did not answer within 5 s.',
        requestData: { method: 'POST' },
        responseData: null,
        warnings: [],
      }),
    },
  },
  play: async () => {
    await chooseAction('Post goods receipt', 'Test')
    const dialog = within(await screen.findByRole('dialog', { name: 'Test of Post goods receipt' }))
    await expect(await dialog.findByText('There was no response.')).toBeInTheDocument()
    await expect(await screen.findByText('Test Failed')).toBeVisible()
  },
}

export const TestRefused: Story = {
  parameters: {
    api: {
      'POST /integrations/endpoints/:id/test': () => ({
        status: 429,
        body: { message: 'Wait a minute.' },
      }),
    },
  },
  play: async () => {
    await chooseAction('Post goods receipt', 'Test')
    const dialog = within(await screen.findByRole('dialog', { name: 'Test of Post goods receipt' }))
    await expect(await dialog.findByText('Wait a minute.')).toBeInTheDocument()
    await expect(dialog.getByRole('button', { name: 'Test again' })).toBeEnabled()
  },
}

export const DeletesAfterAsking: Story = {
  play: async () => {
    await chooseAction('Read stock', 'Delete')
    const ask = within(await screen.findByRole('alertdialog'))
    await expect(
      ask.getByText('Are you sure you want to delete this endpoint?')
    ).toBeInTheDocument()
    await userEvent.click(ask.getByRole('button', { name: 'Delete endpoint' }))
    await expect(await screen.findByText('Endpoint deleted successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('delete', 'end_stock', '')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  },
}
