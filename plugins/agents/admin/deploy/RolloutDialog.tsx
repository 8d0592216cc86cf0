import type { AgentRollout } from '@crossdock/client'
import { FieldRow, FormDialog, useAction } from '@crossdock/admin/kit'
import { maxValue, minValue, required, useTranslate } from 'ra-core'
import { BooleanInput, NumberInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'

interface RolloutForm {
  isActive: boolean
  percentage: number
  maxFailures: number
  anyTime: boolean
  from: string
  to: string
}

interface RolloutDialogProps {
  rollout: AgentRollout
  onClose: () => void
}

/** Settings of automatic updates: whether, how many and when. */
export default function RolloutDialog({ rollout, onClose }: RolloutDialogProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`agents.updates.${key}`)
  const save = useAction<AgentRollout, RolloutForm>(
    ({ isActive, percentage, maxFailures, anyTime, from, to }) => ({
      path: 'desktop-agents/rollout',
      method: 'PUT',
      body: { isActive, percentage, maxFailures, updateHours: anyTime ? null : { from, to } },
    }),
    {
      invalidates: ['desktop-agents'],
      success: { title: text('saved') },
      error: { fallback: text('saveFailed'), inForm: true },
    }
  )
  const { isActive, percentage, maxFailures, updateHours } = rollout
  return (
    <FormDialog<RolloutForm>
      open
      title={text('dialog')}
      description={text('dialogText')}
      defaultValues={{
        isActive,
        percentage,
        maxFailures,
        anyTime: updateHours === null,
        from: updateHours?.from ?? '20:00',
        to: updateHours?.to ?? '05:00',
      }}
      submitLabel={translate('agents.edit.submit')}
      submittingLabel={translate('agents.edit.submitting')}
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      <BooleanInput source="isActive" label={text('isActive')} helperText={false} />
      <FieldRow>
        <NumberInput
          source="percentage"
          label={text('percentage')}
          validate={[required(), minValue(1), maxValue(100)]}
        />
        <NumberInput
          source="maxFailures"
          label={text('maxFailures')}
          helperText={text('maxFailuresHint')}
          validate={[required(), minValue(1), maxValue(1_000)]}
        />
      </FieldRow>
      <Hours />
    </FormDialog>
  )
}

function Hours() {
  const translate = useTranslate()
  const text = (key: string) => translate(`agents.updates.${key}`)
  const isAny = useWatch<RolloutForm, 'anyTime'>({ name: 'anyTime' })
  const time = (key: 'from' | 'to') => (
    <TextInput
      source={key}
      type="time"
      label={translate(`agents.groups.form.${key}`)}
      helperText={text('hoursHint')}
      validate={required(translate('agents.groups.form.timeNeeded'))}
    />
  )
  return (
    <>
      <BooleanInput source="anyTime" label={text('anyTime')} helperText={false} />
      {!isAny && (
        <FieldRow>
          {time('from')}
          {time('to')}
        </FieldRow>
      )}
    </>
  )
}
