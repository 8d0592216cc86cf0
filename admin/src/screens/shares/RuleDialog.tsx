import type { SharingRule } from '@crossdock/client'
import { FieldRow, FormDialog, useAction, useUnlessChanged } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { BooleanInput, NumberInput } from 'react-admin'

interface RuleDialogProps {
  rule: SharingRule
  onClose: () => void
}

const isDays = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 3650

/** The organization's rule for links, set by administrators. */
export default function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`shares.rule.${key}`)
  const save = useAction<SharingRule, SharingRule>(
    (body) => ({ path: 'sharing-rule', method: 'PUT', body }),
    {
      ifMatch: useUnlessChanged<SharingRule>('sharing-rule', rule, JSON.stringify),
      invalidates: ['sharing-rule', 'shares'],
      success: { title: text('done') },
      error: { fallback: text('failed'), inForm: true },
    }
  )
  const days = (value: unknown) => (isDays(value) ? undefined : text('daysWrong'))
  const noMore = (value: unknown, { maxDays }: SharingRule) =>
    isDays(value) && Number(value) > maxDays ? text('order') : days(value)
  return (
    <FormDialog<SharingRule>
      open
      title={text('title')}
      description={text('text')}
      defaultValues={rule}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      <BooleanInput source="enabled" label={text('enabled')} helperText={text('enabledHelp')} />
      <FieldRow>
        <NumberInput source="defaultDays" label={text('defaultDays')} validate={noMore} min={1} />
        <NumberInput
          source="maxDays"
          label={text('maxDays')}
          helperText={text('maxDaysHelp')}
          validate={days}
          min={1}
        />
      </FieldRow>
      <BooleanInput source="passwordRequired" label={text('passwordRequired')} />
      <BooleanInput
        source="shownOnce"
        label={text('shownOnce')}
        helperText={text('shownOnceHelp')}
      />
    </FormDialog>
  )
}
