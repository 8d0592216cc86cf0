import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import { fromJsonText, MASK, PlainDialog, useJsonRule } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'

interface ChangedInputProps {
  /** The input of the run, with secrets masked. */
  data: unknown
  isPending: boolean
  onSubmit: (data: unknown) => void
  onClose: () => void
}

/**
 * Asks for the input of a replay. Does not use the form library, so that the page of a run does not load it.
 */
export function ChangedInput({ data, isPending, onSubmit, onClose }: ChangedInputProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.run.replay.${key}`)
  const given = JSON.stringify(data ?? {}, null, 2)
  const id = useId()
  const [value, setValue] = useState(given)
  const [fault, setFault] = useState<string>()
  const rule = useJsonRule('{ "order": 7 }')
  const submit = () => {
    const found = rule(value)
    setFault(found)
    if (!found) onSubmit(fromJsonText(value))
  }
  const help = given.includes(MASK) ? text('masked') : ''
  return (
    <PlainDialog
      title={text('title')}
      description={text('text')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('kit.cancel')}</Button>
          <Button variant="contained" disabled={isPending} onClick={submit}>
            {text('submit')}
          </Button>
        </>
      }
    >
      <Box sx={{ p: 2.5 }}>
        <FormControl fullWidth error={Boolean(fault)}>
          <FormLabel htmlFor={id}>{text('input')}</FormLabel>
          <OutlinedInput
            id={id}
            value={value}
            onChange={({ target }) => setValue(target.value)}
            placeholder="{}"
            multiline
            minRows={6}
            maxRows={18}
            autoFocus
            inputProps={{
              spellCheck: false,
              style: { fontFamily: 'monospace' },
              'aria-describedby': `${id}-help`,
            }}
          />
          <FormHelperText id={`${id}-help`}>{fault ?? help}</FormHelperText>
        </FormControl>
      </Box>
    </PlainDialog>
  )
}
