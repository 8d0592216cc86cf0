import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Icon, type KindFormProps } from '@crossdock/admin/kit'
import { Plus, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ERROR_BRANCH } from './on_error.js'
import { useStepsEditor } from './steps_context.js'

const least = 2
const most = 10
const isName = (name: string) => /^[\w-]{1,64}$/.test(name)

/** The parallel branches. A renamed branch keeps its steps; a removed one takes its steps along. */
export default function ParallelFields({ source }: KindFormProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.parallel.${key}`, values)
  const { readOnly, setBranch } = useStepsEditor()
  const [, key = ''] = source.split('.')
  const names = (useWatch({ name: `${source}.branches` }) as string[] | undefined) ?? []
  const id = useId()
  const add = () => {
    const at = Array.from({ length: most + 1 }, (_, number) => `branch-${number + 1}`)
    setBranch(
      key,
      null,
      at.find((name) => !names.includes(name))!
    )
  }
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <Typography id={id} variant="body2" sx={{ fontWeight: 500 }}>
        {text('branches')}
      </Typography>
      {names.map((name, at) => (
        <Box key={name} sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
          <BranchName
            label={text('name', { number: at + 1 })}
            name={name}
            taken={names}
            onRename={(next) => setBranch(key, name, next)}
          />
          {!readOnly && (
            <IconButton
              size="small"
              aria-label={text('remove', { name })}
              disabled={names.length <= least}
              onClick={() => setBranch(key, name, null)}
              sx={{ mt: 0.5 }}
            >
              <Icon icon={X} />
            </IconButton>
          )}
        </Box>
      ))}
      {!readOnly && (
        <Box>
          <Button
            size="small"
            startIcon={<Icon icon={Plus} />}
            disabled={names.length >= most}
            onClick={add}
            sx={{ ml: -1.25 }}
          >
            {text('add')}
          </Button>
        </Box>
      )}
      <Typography variant="body2" color="textSecondary">
        {text('hint')}
      </Typography>
    </Box>
  )
}

interface BranchNameProps {
  label: string
  name: string
  taken: readonly string[]
  onRename: (name: string) => void
}

/** The name is applied on blur or Enter, because a partly typed name may equal that of another branch. */
function BranchName({ label, name, taken, onRename }: BranchNameProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.parallel.${key}`)
  const { readOnly } = useStepsEditor()
  const [typed, setTyped] = useState(name)
  const problem =
    typed === name
      ? undefined
      : !isName(typed)
        ? text('wrongName')
        : typed === ERROR_BRANCH
          ? text('reserved')
          : taken.includes(typed)
            ? text('taken')
            : undefined
  const finish = () => {
    if (typed !== name && !problem) onRename(typed)
  }
  return (
    <TextField
      fullWidth
      size="small"
      value={typed}
      disabled={readOnly}
      error={problem !== undefined}
      helperText={problem}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={finish}
      onKeyDown={({ key }) => key === 'Enter' && finish()}
      slotProps={{
        htmlInput: {
          'aria-label': label,
          spellCheck: false,
          autoCapitalize: 'none',
          autoComplete: 'off',
        },
      }}
    />
  )
}
