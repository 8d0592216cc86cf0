import type { UserImport } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import {
  CodeBlock,
  errorText,
  FileButton,
  Icon,
  PlainDialog,
  useUpload,
} from '@crossdock/admin/kit'
import { FileDown } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { saveCsv } from './save_csv.js'

const template = 'email,firstName,lastName,role,isActive\r\n'

const example = `email,firstName,lastName,role
ops@harbor.example,Ada,Quill,editor
desk@harbor.example,,,viewer`

interface ChooseFileProps {
  onRead: (file: UserImport) => void
  onClose: () => void
}

/** Asks for the file and uploads it for a preview; nothing is imported yet. */
export function ChooseFile({ onRead, onClose }: ChooseFileProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`users.import.${key}`)
  const upload = useUpload()
  const [invite, setInvite] = useState(true)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string>()

  const read = async (file: File) => {
    const form = new FormData()
    form.set('file', file)
    setReading(true)
    setProblem(undefined)
    try {
      onRead(await upload<UserImport>(`users/import?dryRun=true&invite=${invite}`, form))
    } catch (error) {
      setProblem(errorText(error, translate, text('unreadable')))
      setReading(false)
    }
  }
  return (
    <PlainDialog
      title={text('title')}
      description={text('text')}
      onClose={onClose}
      footer={
        <>
          <Button
            startIcon={<Icon icon={FileDown} />}
            onClick={() => saveCsv('people.csv', template)}
          >
            {text('template')}
          </Button>
          <Button onClick={onClose}>{translate('kit.cancel')}</Button>
          <FileButton
            label={text(isReading ? 'reading' : 'choose')}
            accept=".csv,text/csv,text/plain"
            disabled={isReading}
            onFile={(file) => void read(file)}
          />
        </>
      }
    >
      <Box sx={{ px: 3, pb: 3, display: 'flex', flexDirection: 'column', gap: 2 }}>
        {isReading && <LinearProgress aria-label={text('reading')} />}
        {problem && <Alert severity="error">{problem}</Alert>}
        <div>
          <Typography variant="body2" component="h3" id="import-example" sx={{ mb: 0.75 }}>
            {text('example')}
          </Typography>
          <CodeBlock labelledBy="import-example" data={example} />
        </div>
        <FormControlLabel
          control={<Checkbox checked={invite} onChange={(_event, on) => setInvite(on)} />}
          label={text('invite')}
        />
        <Typography variant="body2" color="textSecondary">
          {text('inviteHint')}
        </Typography>
      </Box>
    </PlainDialog>
  )
}
