import { required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { RowsInput } from './RowsInput.js'

const MOST = 20

/** Custom headers of each delivery, in addition to those that Crossdock sets. */
export function HeadersInput() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.form.${key}`, values)
  const plain = { htmlInput: { autoCapitalize: 'none', spellCheck: false, autoComplete: 'off' } }
  return (
    <RowsInput
      name="headers"
      label={text('headers')}
      hint={text('headersHint')}
      rowLabel={(number) => text('header', { number })}
      removeLabel={(number) => text('removeHeader', { number })}
      addLabel={text('addHeader')}
      most={MOST}
      columns="1fr 1.3fr"
      empty={{ name: '', value: '' }}
    >
      {(at) => (
        <>
          <TextInput
            source={`headers.${at}.name`}
            label={text('headerName')}
            placeholder="X-Tenant"
            validate={required(text('headerNameNeeded'))}
            slotProps={plain}
          />
          <TextInput
            source={`headers.${at}.value`}
            label={text('headerValue')}
            validate={required(text('headerValueNeeded'))}
            slotProps={plain}
          />
        </>
      )}
    </RowsInput>
  )
}
