import { required, useChoicesContext, useTranslate } from 'ra-core'
import { useState, type ReactNode } from 'react'
import { AutocompleteInput, ReferenceInput } from 'react-admin'
import { useWatch } from 'react-hook-form'

interface ReferenceChoiceProps<T> {
  source: string
  /** Server path of the list. */
  reference: string
  label: string
  /** A fixed filter of the list. */
  filter?: Record<string, unknown>
  nameOf: (record: T) => string
  /** Shown when the choice is empty. */
  needed: string
  /** Shown when there are no choices. */
  none?: string
  hint?: ReactNode
  disabled?: boolean
  onChange?: () => void
}

const byName = { field: 'name', order: 'ASC' } as const

/**
 * Selects one item of a long list by a server search for its name. Reads the selected item by id, and loads the
 * list only when it is opened. Marks inactive items.
 */
export function ReferenceChoice<T extends { isActive: boolean }>(props: ReferenceChoiceProps<T>) {
  const { source, reference, filter, nameOf, needed, none, hint, ...field } = props
  const translate = useTranslate()
  const chosen = useWatch({ name: source }) as string | null
  const [isOpened, setOpened] = useState(false)
  return (
    <ReferenceInput
      source={source}
      reference={reference}
      filter={filter}
      sort={byName}
      perPage={25}
      enableGetChoices={() => !field.disabled && (isOpened || !chosen)}
    >
      <AutocompleteInput
        {...field}
        optionText={(record: T) =>
          record.isActive === false
            ? translate('integrations.call.inactive', { name: nameOf(record) })
            : nameOf(record)
        }
        filterToQuery={(search: string) => (search ? { search } : {})}
        // The selected item stays in the list.
        filterSelectedOptions={false}
        noOptionsText={<Nothing text={none ?? translate('kit.list.noMatch')} />}
        validate={required(needed)}
        helperText={hint}
        onOpen={() => setOpened(true)}
      />
    </ReferenceInput>
  )
}

/** Says that there are no choices, or that they still load. */
function Nothing({ text }: { text: string }) {
  const translate = useTranslate()
  return useChoicesContext().isPending ? translate('kit.loading') : text
}
