import Alert from '@mui/material/Alert'
import { required, useTranslate } from 'ra-core'
import { SelectInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { isTodayOrLater, type TokenForm } from './model.js'

/** The expiry of a token. */
export function ExpiryInputs() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`apiTokens.form.${key}`, values)
  const expiry = useWatch<TokenForm, 'expiry'>({ name: 'expiry' })
  const choices = [
    ...['30', '90', '365'].map((days) => ({ id: days, name: text('days', { count: days }) })),
    { id: 'custom', name: text('custom') },
    { id: 'never', name: text('never') },
  ]
  return (
    <>
      <SelectInput
        source="expiry"
        label={text('expiry')}
        choices={choices}
        // Without a default there would be an empty option.
        validate={required(text('onRequired'))}
      />
      {expiry === 'custom' && (
        <TextInput
          source="expiresOn"
          type="date"
          label={text('on')}
          validate={(value: string) => (isTodayOrLater(value) ? undefined : text('onRequired'))}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      )}
      {expiry === 'never' && <Alert severity="warning">{text('neverWarning')}</Alert>}
    </>
  )
}
