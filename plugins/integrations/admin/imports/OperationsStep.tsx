import type { ImportPlan } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { lazyPart, SearchField, ToggleChip } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { MakeSystemDialog } from '../systems/MakeSystemDialog.js'
import { OperationInspector } from './OperationInspector.js'
import { OperationList } from './OperationList.js'
import { shownOf, stateOf, states, type State } from './operations.js'
import { StepFoot } from './StepFoot.js'
import type { Choices } from './use_import.js'

interface OperationsStepProps {
  plan: ImportPlan
  choices: Choices
  /** Reads the description again. */
  onChoose: (choices: Choices) => void
  onBack: () => void
  onMake: (keys: string[], own: object) => Promise<void>
  /** The body that creates a template from the description. */
  templateOf: (keys: string[]) => object
  onTemplate: () => void
}

const CreateTemplate = lazyPart(() => import('../templates/CreateTemplate.js'))

/** Selects operations to import, by group, with their findings. */
export function OperationsStep(props: OperationsStepProps) {
  const { plan, choices, onChoose, onBack, onMake, templateOf, onTemplate } = props
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.imports.${key}`, values)
  const { operations, findings, servers, room } = plan
  const possible = operations.filter(({ canImport }) => canImport)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [search, setSearch] = useState('')
  const [state, setState] = useState<State>()
  const [openKey, setOpenKey] = useState<string>()
  const [making, setMaking] = useState<'system' | 'template'>()

  const chosen = new Set(possible.map(({ key }) => key).filter((key) => !left.has(key)))
  const choose = (next: ReadonlySet<string>) =>
    setLeft(new Set(possible.map(({ key }) => key).filter((key) => !next.has(key))))
  const opened = operations.find(({ key }) => key === openKey)
  const isTooMany = room !== null && chosen.size > room
  const count = (one: State) => operations.filter((operation) => stateOf(operation) === one).length
  return (
    <>
      {findings.map(({ code, level, message }) => (
        <Alert key={code} severity={level === 'info' ? 'info' : 'warning'} sx={{ mb: 1 }}>
          {message}
        </Alert>
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <SearchField placeholder={text('search')} value={search} onChange={setSearch} />
        <ToggleChip
          label={text('all')}
          count={operations.length}
          isOn={state === undefined}
          onPress={() => setState(undefined)}
        />
        {states.map((one) => (
          <ToggleChip
            key={one}
            label={text(`state.${one}`)}
            count={count(one)}
            tone={one === 'blocked' && count(one) > 0 ? 'danger' : undefined}
            isOn={state === one}
            onPress={() => setState(one)}
          />
        ))}
        <Typography variant="body2" color="textSecondary" sx={{ ml: 'auto' }} role="status">
          {text('chosen', { chosen: chosen.size, all: operations.length })}
        </Typography>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
        }}
      >
        <OperationList
          operations={shownOf(operations, search, state)}
          chosen={chosen}
          onChosen={choose}
          openKey={openKey}
          onOpen={setOpenKey}
        />
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
          {servers.length > 1 && (
            <TextField
              select
              label={text('server')}
              helperText={text('serverHint')}
              value={servers[0]}
              onChange={(event) => onChoose({ ...choices, server: event.target.value })}
            >
              {servers.map((server) => (
                <MenuItem key={server} value={server}>
                  {server}
                </MenuItem>
              ))}
            </TextField>
          )}
          {opened && (
            <OperationInspector
              operation={opened}
              onBodyType={(type) =>
                onChoose({ ...choices, bodyTypes: { ...choices.bodyTypes, [opened.key]: type } })
              }
            />
          )}
        </Box>
      </Box>
      <StepFoot
        onBack={onBack}
        note={
          isTooMany
            ? text('tooMany', { chosen: chosen.size, room })
            : text(chosen.size === 0 ? 'noneChosen' : 'nothingYet')
        }
      >
        <Button
          variant="outlined"
          disabled={chosen.size === 0}
          onClick={() => setMaking('template')}
        >
          {text('asTemplate')}
        </Button>
        <Button
          variant="contained"
          disabled={chosen.size === 0 || isTooMany}
          onClick={() => setMaking('system')}
        >
          {text('continue', { smart_count: chosen.size })}
        </Button>
      </StepFoot>
      {making === 'system' && (
        <MakeSystemDialog
          title={text('make.title')}
          description={text('make.text', { smart_count: chosen.size })}
          start={plan.system}
          onMake={(own) => onMake([...chosen], own)}
          onClose={() => setMaking(undefined)}
        />
      )}
      {making === 'template' && (
        <CreateTemplate
          imported={{ title: plan.system.name, body: templateOf([...chosen]) }}
          onMade={onTemplate}
          onClose={() => setMaking(undefined)}
        />
      )}
    </>
  )
}
