import { required, useTranslate } from 'ra-core'
import { SelectInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { comparesWith, operators, payloadRoot } from '../model.js'
import { RowsInput } from './RowsInput.js'
import type { WebhookForm } from './webhook_form.js'

const MOST = 5

/** Conditions on an event's content, one a line. */
export function ConditionsInput() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.form.${key}`, values)
  return (
    <RowsInput
      name="conditions"
      label={text('conditions')}
      hint={text('conditionsHint')}
      rowLabel={(number) => text('condition', { number })}
      removeLabel={(number) => text('removeCondition', { number })}
      addLabel={text('addCondition')}
      most={MOST}
      columns="2fr 1.3fr 1.3fr"
      empty={{ value: payloadRoot, operator: 'equals', other: '' }}
    >
      {(at) => <OneCondition at={at} />}
    </RowsInput>
  )
}

function OneCondition({ at }: { at: number }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`webhooks.form.${key}`)
  const operator = useWatch<WebhookForm>({ name: `conditions.${at}.operator` }) as string
  const isValue = (value: string) =>
    value?.trim().length > payloadRoot.length ? undefined : text('valueNeeded')
  return (
    <>
      <TextInput
        source={`conditions.${at}.value`}
        label={text('value')}
        validate={isValue}
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
      <SelectInput
        source={`conditions.${at}.operator`}
        label={<span>{text('operator')}</span>}
        choices={operators.map((id) => ({ id, name: translate(`webhooks.operator.${id}`) }))}
        validate={required()}
      />
      {comparesWith(operator ?? '') ? (
        <TextInput
          source={`conditions.${at}.other`}
          label={text('other')}
          validate={required(text('otherNeeded'))}
        />
      ) : (
        <span />
      )}
    </>
  )
}
