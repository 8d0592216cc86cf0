import type { ChangedWebhook, Webhook } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import {
  FieldRow,
  FormDialog,
  kindNamed,
  kindOption,
  SchemaFields,
  toConfig,
  toFields,
  useAction,
  useUnlessChanged,
} from '@crossdock/admin/kit'
import { maxValue, minValue, required, useTranslate } from 'ra-core'
import { NumberInput, SelectInput, TextInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { FilesFolderInput, folderShown } from './FilesFolderInput.js'
import type { VerificationEntry } from './model.js'

type Fields = Record<string, unknown>

interface WebhookForm {
  verification: string
  verificationConfig: Fields
  mode: string
  waitSeconds: number
  answerStepId: string
  maxBytes: number
  filesFolder: string
  filesFolderPath: string
}

interface WebhookDialogProps {
  webhook: Webhook
  kinds: readonly VerificationEntry[]
  onClose: () => void
  /** Called with a generated secret, which can be shown only now. */
  onNewSecret: (secret: string) => void
}

const modes = ['accept', 'wait'] as const

/** Edits how a webhook verifies its senders, and how it answers. */
export default function WebhookDialog(props: WebhookDialogProps) {
  const { webhook, kinds, onClose, onNewSecret } = props
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.webhooks.form.${key}`)
  const path = `integrations/webhooks/${webhook.id}`
  const save = useAction<ChangedWebhook, WebhookForm>(
    (form) => ({ path, method: 'PUT', body: toBody(form, webhook, kinds) }),
    {
      ifMatch: useUnlessChanged(path, webhook),
      invalidates: ['integrations/webhooks'],
      success: { title: translate('integrations.webhooks.changed') },
      onSuccess: ({ newSecret }) => newSecret && onNewSecret(newSecret),
      error: { fallback: text('failed'), inForm: true },
    }
  )
  return (
    <FormDialog<WebhookForm>
      open
      title={text('title')}
      description={text('text')}
      defaultValues={toForm(webhook, kinds, text('filesFolderHidden'))}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      <Verification webhook={webhook} kinds={kinds} />
      <Answer />
      <NumberInput
        source="maxBytes"
        label={text('maxBytes')}
        helperText={text('maxBytesHint')}
        validate={[required(), minValue(1), maxValue(10 * 1024 * 1024)]}
      />
      <FilesFolderInput />
    </FormDialog>
  )
}

function Verification({ webhook, kinds }: Pick<WebhookDialogProps, 'webhook' | 'kinds'>) {
  const translate = useTranslate()
  const { setValue, getValues, unregister } = useFormContext<WebhookForm>()
  const name = useWatch<WebhookForm, 'verification'>({ name: 'verification' })
  const kind = kindNamed(kinds, name) as VerificationEntry | undefined
  const stored = name === webhook.verification ? webhook.verificationConfig : undefined
  const begin = () => {
    const chosen = kindNamed(kinds, getValues('verification'))
    unregister('verificationConfig')
    if (chosen) setValue('verificationConfig', toFields(chosen.schema, {}) as Fields)
  }
  return (
    <>
      <SelectInput
        source="verification"
        label={translate('integrations.webhooks.column.verification')}
        choices={kinds.map(({ name: id, label, icon }) => ({ id, name: label, icon }))}
        optionText={kindOption}
        onChange={begin}
        validate={required()}
        helperText={kind?.description}
      />
      {kind && (
        <SchemaFields key={name} schema={kind.schema} source="verificationConfig" stored={stored} />
      )}
      {kind?.hasSecret && !stored?.secret && (
        <Alert severity="info">{translate('integrations.webhooks.form.secretMade')}</Alert>
      )}
    </>
  )
}

function Answer() {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.webhooks.form.${key}`)
  const mode = useWatch<WebhookForm, 'mode'>({ name: 'mode' })
  return (
    <>
      <SelectInput
        source="mode"
        label={translate('integrations.webhooks.column.mode')}
        choices={modes.map((id) => ({ id, name: translate(`integrations.webhooks.mode.${id}`) }))}
        validate={required()}
      />
      {mode === 'wait' && (
        <FieldRow>
          <NumberInput
            source="waitSeconds"
            label={text('waitSeconds')}
            validate={[required(), minValue(1), maxValue(30)]}
          />
          <TextInput
            source="answerStepId"
            label={text('answerStep')}
            helperText={text('answerStepHint')}
            autoComplete="off"
          />
        </FieldRow>
      )}
    </>
  )
}

function toForm(
  webhook: Webhook,
  kinds: readonly VerificationEntry[],
  hidden: string
): WebhookForm {
  const { verification, mode, waitSeconds, answerStepId, maxBytes } = webhook
  const kind = kindNamed(kinds, verification)
  return {
    verification,
    mode,
    waitSeconds,
    maxBytes,
    answerStepId: answerStepId ?? '',
    filesFolder: webhook.filesFolder ?? '',
    filesFolderPath: folderShown(webhook, hidden),
    verificationConfig: kind ? toFields(kind.schema, webhook.verificationConfig) : {},
  }
}

function toBody(form: WebhookForm, webhook: Webhook, kinds: readonly VerificationEntry[]) {
  const { verification, verificationConfig, mode, waitSeconds, answerStepId, maxBytes } = form
  const kind = kindNamed(kinds, verification)
  const stored = verification === webhook.verification ? webhook.verificationConfig : {}
  return {
    verification,
    mode,
    waitSeconds,
    maxBytes,
    answerStepId: answerStepId || null,
    filesFolder: form.filesFolder || null,
    ...(kind ? { verificationConfig: toConfig(kind.schema, verificationConfig, stored) } : {}),
  }
}
