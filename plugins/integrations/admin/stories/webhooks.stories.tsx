import type { Webhook, WebhookRequest, WholeWebhookRequest } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { recordWith } from '../../../../admin/.storybook/play.js'
import { sample } from '../../../../admin/.storybook/sample.js'
import { reads } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)

const webhook: Webhook = {
  id: 'wh_1',
  tenantId: 't',
  environmentId: 'production',
  workflowId: 'wf_1',
  endpointId: null,
  listensTo: null,
  targetType: 'workflow',
  targetName: 'Order intake',
  webhookUrl: 'https://crossdock.example/hooks/NFHBXEhKdH5IVRItblWVm7Cbbdbd7kUM',
  starts: ['Order intake'],
  method: 'POST',
  sampleBody: null,
  isUsed: true,
  verification: 'github',
  verificationConfig: { secret: '••••••••' },
  previousUntil: null,
  mode: 'accept',
  waitSeconds: 10,
  answerStepId: null,
  maxBytes: 1_048_576,
  filesFolder: 'f_1',
  filesFolderPath: '/Inbox',
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
}

const request = (part: Partial<WebhookRequest>): WebhookRequest => ({
  id: 'rq_1',
  tenantId: 't',
  environmentId: 'production',
  addressId: 'wh_1',
  workflowId: 'wf_1',
  endpointId: null,
  method: 'POST',
  query: '',
  size: 17,
  contentType: 'application/json',
  ip: '203.0.113.7',
  outcome: 'accepted',
  status: 202,
  reason: null,
  executionId: 'be143721',
  replayOf: null,
  files: null,
  runs: [{ id: 'run_1', executionId: 'be143721', workflowId: 'wf_1' }],
  createdAt: '2026-11-02T09:00:00.000Z',
  ...part,
})

const reason = 'Workflow Order intake is paused. Activate it first.'
const paused = request({
  id: 'rq_2',
  outcome: 'paused',
  status: 409,
  reason,
  executionId: null,
  runs: [],
})
const forged = request({
  id: 'rq_4',
  outcome: 'refused_signature',
  status: 401,
  reason: 'Forged',
  executionId: null,
  runs: [],
})
const whole: WholeWebhookRequest = {
  ...paused,
  headers: { 'content-type': 'application/json', 'x-hub-signature-256': '••••••••' },
  body: '{"order":{"id":7}}',
  bodyEncoding: 'text',
  isWhole: true,
}

const files: WholeWebhookRequest['files'] = [
  {
    field: 'scan',
    name: 'waybill.pdf',
    size: 12_000,
    type: 'application/pdf',
    assetId: 'as_1',
    version: 1,
    versionId: 'v_1',
  },
]

const secretSchema = {
  type: 'object',
  properties: { secret: { type: 'string', title: 'Secret', writeOnly: true } },
}
const verifications = [
  {
    name: 'none',
    label: 'None',
    description: 'Anyone who knows the address can call it.',
    icon: 'globe',
    hasSecret: false,
    schema: { type: 'object', properties: {} },
  },
  {
    name: 'github',
    label: 'GitHub',
    description: 'Signed by X-Hub-Signature-256.',
    icon: 'shield-check',
    hasSecret: true,
    schema: secretSchema,
  },
]

const meta: Meta = {
  title: 'Integrations/Webhooks',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/integrations/webhooks?webhook=wh_1',
    api: {
      ...reads,
      'GET /integrations/webhook-verifications': verifications,
      'GET /integrations/webhooks': [webhook],
      'GET /integrations/webhooks/:id': webhook,
      'GET /integrations/webhook-requests': [request({}), paused],
      // Wrapped in an answer, because the record itself has a `status` and a `body`.
      'GET /integrations/webhook-requests/:id': { status: 200, body: whole },
      'PUT /integrations/webhooks/:id': record('update'),
      'GET /assets': [
        sample('Asset', { id: 'f_2', type: 'folder', name: 'Scans', parentId: null }),
      ],
      'POST /integrations/webhook-requests/:id/replay': {
        requestId: 'rq_3',
        executionId: 'a',
        executionIds: ['a'],
      },
      'POST /integrations/webhooks/:id/rotate-secret': {
        secret: 'n3w-s3cret',
        previousUntil: '2026-11-03T09:00:00.000Z',
      },
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'Webhook of Order intake' })
    ).toBeVisible()
    await expect(canvas.getByRole('textbox', { name: 'Webhook URL' })).toHaveValue(
      webhook.webhookUrl
    )
    await expect(canvas.getByRole('region', { name: 'Try it in a terminal' })).toHaveTextContent(
      'curl -X POST'
    )
    const row = within((await canvas.findByText('Paused')).closest('tr') as HTMLElement)
    await expect(row.getByText(reason)).toBeVisible()
    await userEvent.click(row.getByText(reason))
    const dialog = within(await screen.findByRole('dialog', { name: 'Received request' }))
    await expect(await dialog.findByRole('region', { name: 'Body' })).toHaveTextContent('"id":7')
    await userEvent.click(dialog.getByRole('button', { name: 'Replay' }))
    await expect(await screen.findByText('The request was replayed')).toBeVisible()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

// Red when a generated secret is never shown.
export const ShowsTheSecretThatWasMade: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit webhook' }))
    await userEvent.click(form.getByRole('combobox', { name: /^Verification/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'GitHub' }))
    await expect(await form.findByText(/Leave the secret empty to have one made/)).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    const secret = within(await screen.findByRole('dialog', { name: 'New secret' }))
    await expect(secret.getByLabelText('Secret')).toHaveValue('m4de-s3cret')
  },
  parameters: {
    api: {
      'GET /integrations/webhooks': [{ ...webhook, verification: 'none', verificationConfig: {} }],
      'PUT /integrations/webhooks/:id': { ...webhook, newSecret: 'm4de-s3cret' },
    },
  },
}

// Red when an unverified request runs without confirmation, or its replay is not shown.
export const AsksBeforeAWrongSignature: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Replayed')).toBeVisible()
    await userEvent.click(canvas.getByText('Forged'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Received request' }))
    await expect(await dialog.findByRole('link', { name: 'run-of-replay' })).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Replay' }))
    const question = within(await screen.findByRole('alertdialog'))
    await expect(question.getByText(/The signature is not checked again/)).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.click(question.getByRole('button', { name: 'Replay' }))
    await expect(await screen.findByText('The request was replayed')).toBeVisible()
  },
  parameters: {
    api: {
      'GET /integrations/webhook-requests': [
        request({
          id: 'rq_5',
          replayOf: 'rq_4',
          executionId: 'run-of-replay',
          runs: [{ id: 'run_5', executionId: 'run-of-replay', workflowId: 'wf_1' }],
        }),
        forged,
      ],
      'GET /integrations/webhook-requests/:id': {
        status: 200,
        body: { ...whole, ...forged },
      },
      'POST /integrations/webhook-requests/:id/replay': () => {
        sent('replay')
        return { requestId: 'rq_6', executionId: 'a', executionIds: ['a'] }
      },
    },
  },
}

// Red when the offered command would be refused, or its parts are not quoted for a shell.
export const OffersASignedLine: Story = {
  play: async ({ canvas }) => {
    const line = await canvas.findByRole('region', { name: 'Try it in a terminal' })
    await expect(line).toHaveTextContent(
      `-H 'X-Hub-Signature-256: sha256='"$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$SECRET"`
    )
    await userEvent.click(await canvas.findByRole('button', { name: 'Rotate secret' }))
    await expect(await screen.findByText(/stops working immediately/)).toBeVisible()
  },
  parameters: {
    api: {
      'GET /integrations/webhooks': [{ ...webhook, previousUntil: '2026-11-03T09:00:00.000Z' }],
    },
  },
}

export const RotatesAndEdits: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Rotate secret' }))
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'Rotate secret' }))
    const secret = within(await screen.findByRole('dialog', { name: 'New secret' }))
    await expect(secret.getByLabelText('Secret')).toHaveValue('n3w-s3cret')
    await userEvent.click(secret.getByRole('button', { name: 'Done' }))
    const uncopied = within(
      await screen.findByRole('alertdialog', { name: 'Close without copying?' })
    )
    await userEvent.click(uncopied.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit webhook' }))
    await expect(form.getByLabelText('Folder for files')).toHaveValue('/Inbox')
    await userEvent.click(form.getByRole('button', { name: 'Choose folder' }))
    const folders = within(await screen.findByRole('dialog', { name: 'Choose a folder' }))
    await userEvent.click(await folders.findByRole('button', { name: 'Scans' }))
    await userEvent.click(folders.getByRole('button', { name: 'Choose this folder' }))
    await expect(form.getByLabelText('Folder for files')).toHaveValue('/Scans')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith(
        'update',
        'wh_1',
        expect.objectContaining({
          verification: 'github',
          verificationConfig: { secret: '••••••••' },
          mode: 'accept',
          filesFolder: 'f_2',
        })
      )
    )
  },
}

/** An uploaded file is shown as a link. Its webhook no longer has a folder. */
export const FilesOfAForm: Story = {
  globals: { theme: 'dark', viewport: { value: 'mobile1' } },
  parameters: {
    language: 'de',
    api: {
      'GET /integrations/webhooks': [{ ...webhook, filesFolder: null, filesFolderPath: null }],
      'GET /integrations/webhook-requests/:id': { status: 200, body: { ...whole, files } },
    },
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('Keiner: Formulare mit Dateien werden abgelehnt')
    ).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Bearbeiten' }))
    const form = within(await screen.findByRole('dialog', { name: 'Webhook bearbeiten' }))
    await expect(form.getByLabelText('Ordner für Dateien')).toHaveValue('')
    await expect(form.queryByRole('button', { name: 'Ordner entfernen' })).toBeNull()
    await userEvent.click(form.getByRole('button', { name: 'Abbrechen' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(await canvas.findByText(reason))
    const shown = within(await screen.findByRole('dialog', { name: 'Empfangene Anfrage' }))
    const link = await shown.findByRole('link', { name: 'waybill.pdf' })
    await expect(link).toHaveAttribute('href', expect.stringContaining('/assets/as_1'))
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

/** A folder that the viewer may not see, and that can be removed. */
export const HiddenFolder: Story = {
  parameters: {
    api: {
      'GET /integrations/webhooks': [{ ...webhook, filesFolderPath: null }],
      'GET /integrations/webhooks/:id': { ...webhook, filesFolderPath: null },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('A folder you cannot see')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit webhook' }))
    await userEvent.click(form.getByRole('button', { name: 'Remove folder' }))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith(
        'update',
        'wh_1',
        expect.objectContaining({ filesFolder: null })
      )
    )
  },
}

/** After a promotion, the webhook has no secret. */
export const NeedsSecret: Story = {
  parameters: {
    api: { 'GET /integrations/webhooks': [{ ...webhook, verificationConfig: { secret: null } }] },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('has no secret yet')
    await expect(canvas.getByRole('button', { name: 'Rotate secret' })).toBeEnabled()
  },
}

/** The list shows the workflows that each address starts. */
export const Listed: Story = {
  parameters: {
    route: '/integrations/webhooks',
    api: {
      'GET /integrations/webhooks': [
        webhook,
        {
          ...webhook,
          id: 'wh_2',
          targetType: 'endpoint',
          targetName: 'Orders of stores',
          workflowId: null,
          endpointId: 'ep_1',
          starts: ['Order intake', 'Stock report'],
        },
        {
          ...webhook,
          id: 'wh_3',
          targetType: 'endpoint',
          targetName: 'Returns',
          workflowId: null,
          endpointId: 'ep_2',
          starts: [],
        },
      ],
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No listener')).toBeVisible()
    await expect(canvas.getByText('Order intake and 1 more')).toBeVisible()
  },
}

export const Empty: Story = {
  parameters: {
    route: '/integrations/webhooks',
    api: {
      'GET /integrations/webhooks': [],
      'GET /integrations/webhook-requests': [],
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No webhooks yet')).toBeVisible()
    await expect(await canvas.findByText('No requests yet')).toBeVisible()
  },
}
