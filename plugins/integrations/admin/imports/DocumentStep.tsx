import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { FileButton, mono, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState, type FormEvent } from 'react'
import type { Source } from './use_import.js'

const mostBytes = 16 * 1024 * 1024

interface DocumentStepProps {
  isReading: boolean
  /** Address of the previous import. */
  url?: string | undefined
  onRead: (source: Source) => void
}

/** Asks for the description: a file, an address or a text. */
export function DocumentStep({ isReading, url: known = '', onRead }: DocumentStepProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.imports.document.${key}`)
  const [url, setUrl] = useState(known)
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string>()

  const choose = async (file: File) => {
    if (file.size > mostBytes) return setProblem(text('tooLarge'))
    setProblem(undefined)
    onRead({ document: await file.text(), name: file.name })
  }
  const send = (event: FormEvent, source: Source) => {
    event.preventDefault()
    setProblem(undefined)
    onRead(source)
  }
  return (
    <>
      {isReading && <LinearProgress aria-label={text('reading')} />}
      {problem && <Alert severity="error">{problem}</Alert>}
      <Section title={text('file')} description={text('fileHint')}>
        <FileButton
          label={text(isReading ? 'reading' : 'choose')}
          accept=".json,.yaml,.yml,application/json,application/yaml,text/yaml,text/plain"
          disabled={isReading}
          onFile={(file) => void choose(file)}
        />
      </Section>
      <Section title={text('address')} description={text('addressHint')}>
        <Box
          component="form"
          noValidate
          onSubmit={(event) => send(event, { url: url.trim() })}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}
        >
          <TextField
            label={text('url')}
            placeholder="https://"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            autoComplete="off"
            sx={{ flex: '1 1 260px' }}
            slotProps={{ htmlInput: { inputMode: 'url', autoCapitalize: 'none' } }}
          />
          <Button
            type="submit"
            variant="outlined"
            disabled={isReading || !/^https?:\/\/\S+$/i.test(url.trim())}
            sx={{ alignSelf: 'flex-end' }}
          >
            {text('load')}
          </Button>
        </Box>
      </Section>
      <Section title={text('paste')}>
        <Box
          component="form"
          noValidate
          onSubmit={(event) => send(event, { document: pasted, name: text('pasted') })}
          sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, alignItems: 'flex-start' }}
        >
          <TextField
            label={text('pasteLabel')}
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
            multiline
            minRows={4}
            maxRows={14}
            fullWidth
            slotProps={{
              input: { sx: { fontFamily: mono, fontSize: '0.8125rem' } },
              htmlInput: { spellCheck: false },
            }}
          />
          <Button type="submit" variant="outlined" disabled={isReading || pasted.trim() === ''}>
            {text('read')}
          </Button>
        </Box>
      </Section>
      <Typography variant="body2" color="textSecondary">
        {text('note')}
      </Typography>
    </>
  )
}
