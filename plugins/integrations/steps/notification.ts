import { hash } from 'node:crypto'
import { assetsRead } from '@crossdock/backend/assets'
import { environmentSecrets } from '@crossdock/environments/contracts'
import {
  findPeople,
  flowsRead,
  namesPeople,
  StepFailed,
  unknownPeople,
  type CallingContext,
  type CallingStepType,
  type FlowStep,
  type PreparedCall,
  type StepPlan,
} from '@crossdock/flows/contracts'
import { text, type FieldError, type Text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { isMask } from '@crossdock/kernel/secrets'
import { CallRefused, NoValue } from '../placeholders/call_refused.js'
import { fileInCall } from '../calls/file_values.js'
import { templateErrors } from '../placeholders/template.js'
import { fillText } from '../placeholders/values.js'
import { integrationsUse, type CallValues } from '../contracts/index.js'
import { sendWebhook } from '../notify/send_webhook.js'
import { notifyPeople, type WorkflowMessage } from '../notify/notify_people.js'
import { config, mostFilledText, mostSubject } from '../notify/notification_config.js'
import { runValues } from './run_values.js'

type Config = Output<typeof config>

/** Sends a message about a run to people or to partner systems. */
export const notification: CallingStepType<Config> = {
  label: 'Notification',
  description: 'Notifies people by mail or in the console, or calls a webhook',
  icon: 'bell',
  config,
  outputPermission: flowsRead,
  // The step sends file data to people and to external addresses, so it needs both permissions.
  permissions: [assetsRead, integrationsUse],
  check,
  prepare,
}

const controls = /\p{Cc}|\p{Zl}|\p{Zp}/u

async function check({ config }: FlowStep<Config>): Promise<FieldError[]> {
  const errors = [
    ...templateErrors(config.subject, 'config.subject'),
    ...templateErrors(config.text, 'config.text'),
    ...(await unknownPeople(config)),
  ]
  const wrong = (field: string, rule: string, sentence: Text) =>
    errors.push({ field: `config.${field}`, rule, text: sentence })
  const { channels, subject, webhookUrl, webhookSecret } = config
  if (controls.test(subject)) wrong('subject', 'line', text('The subject must be one line.'))
  if (channels.some((one) => one !== 'webhook') && !namesPeople(config)) {
    wrong('userIds', 'required', text('Choose recipients: people, roles, or mail addresses.'))
  }
  // The form shows these fields only with this channel, so a refusal would point at a field that is not there.
  const calls = channels.includes('webhook')
  if (calls && !webhookUrl) {
    wrong('webhookUrl', 'required', text('Give the address of the webhook.'))
  }
  if (calls && webhookUrl && !isHttps(webhookUrl)) {
    wrong(
      'webhookUrl',
      'url',
      text('The address of a webhook must begin with https:// and hold no user name or password.')
    )
  }
  if (calls && webhookSecret && !isMask(webhookSecret) && !isSigningSecret(webhookSecret)) {
    wrong(
      'webhookSecret',
      'secret',
      text('The secret must be whsec_ followed by 24 to 64 bytes in base64.')
    )
  }
  return errors
}

function isHttps(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === ''
}

function isSigningSecret(secret: string): boolean {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  const { length } = Buffer.from(base64, 'base64')
  return length >= 24 && length <= 64
}

async function prepare(plan: StepPlan<Config>): Promise<PreparedCall> {
  const { channels, webhookUrl } = plan.step.config
  const calls = channels.includes('webhook') && webhookUrl
  return {
    // All addresses of one host share a limit of concurrent calls.
    target: calls ? `webhook:${hash('sha256', new URL(webhookUrl).host, 'hex')}` : 'notification',
    run: (context) => run(context as CallingContext<Config>),
  }
}

/**
 * Calls the webhook first, because it may fail and be called again with the same ids. People are notified once: in
 * the transaction that completes the step.
 */
async function run(context: CallingContext<Config>) {
  const { step, input, execution, idempotencyKey } = context
  const { channels } = step.config
  const message = await messageOf(context)
  const isTold = channels.includes('console') || channels.includes('mail')
  const { people, gone } = isTold ? await findPeople(step.config) : { people: [], gone: [] }
  if (isTold && people.length === 0) {
    throw new StepFailed(
      'The people in this step are no longer in the organization. Choose others in the workflow.',
      { retryable: false }
    )
  }
  const about: WorkflowMessage = {
    ...message,
    runId: execution.id,
    executionId: execution.executionId,
    flowId: execution.flowId,
    flowName: execution.flowName,
    assetId: input.assetId,
  }
  const webhook = channels.includes('webhook')
    ? await sendWebhook(context, { ...about, idempotencyKey })
    : undefined
  return {
    output: {
      subject: message.subject,
      ...(isTold ? { people: people.length } : {}),
      ...(gone.length > 0 ? { gone } : {}),
      ...(webhook ? { webhook } : {}),
    },
    save: () =>
      notifyPeople(
        about,
        people.map(({ id }) => id),
        { inConsole: channels.includes('console'), byMail: channels.includes('mail') }
      ),
  }
}

async function messageOf(plan: StepPlan<Config>): Promise<{ subject: string; text: string }> {
  const { config } = plan.step
  const { values: file } = await fileInCall(plan.input.assetId, plan.input)
  const values = await runValues(plan, file)
  // Mask secrets, because recipients may forward the message.
  const known = await environmentSecrets.use().known()
  const filled = (template: string) => known.mask(fill(template, values))
  const subject = filled(config.subject)
  const body = filled(config.text)
  if (controls.test(subject)) {
    throw refused('A value makes the subject more than one line. Use another value in the subject.')
  }
  if (subject.length > mostSubject || body.length > mostFilledText) {
    throw refused(
      `With its values the message is too long: a subject may have ${mostSubject} characters, a text ${mostFilledText}. Use shorter values.`
    )
  }
  return { subject, text: body }
}

function fill(template: string, values: CallValues): string {
  try {
    return fillText(template, values)
  } catch (error) {
    if (error instanceof NoValue) {
      const { written } = error
      throw refused(
        `The message needs a value for ${written} and has none. Check the names after file., user., system., steps., trigger., and variables., or write {${written}} for the text itself.`
      )
    }
    if (error instanceof CallRefused) throw refused(error.message)
    throw error
  }
}

const refused = (message: string) => new StepFailed(message, { retryable: false })
