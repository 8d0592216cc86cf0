import { required, useChoicesContext, useTranslate } from 'ra-core'
import { useState, type ReactNode } from 'react'
import { AutocompleteInput, ReferenceInput } from 'react-admin'
import { useWatch } from 'react-hook-form'

interface ReferenceChoiceProps<T> {
  source: string
  /** The list it is chosen from, on the server. */
  reference: string
  label: string
  /** What the list is always narrowed by. */
  filter?: Record<string, unknown>
  nameOf: (record: T) => string
  /** Said when it is left empty. */
  needed: string
  /** Said when there is nothing to choose. */
  none?: string
  hint?: ReactNode
  disabled?: boolean
  onChange?: () => void
}

const byName = { field: 'name', order: 'ASC' } as const

/**
 * Chooses one of many by typing part of its name, which the server looks for. What is chosen is read by its id;
 * the list only for who opens it. One that is switched off says so.
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
        // The chosen one stands among the others.
        filterSelectedOptions={false}
        noOptionsText={<Nothing text={none ?? translate('kit.list.noMatch')} />}
        validate={required(needed)}
        helperText={hint}
        onOpen={() => setOpened(true)}
      />
    </ReferenceInput>
  )
}

/** What is still on its way is not nothing. */
function Nothing({ text }: { text: string }) {
  const translate = useTranslate()
  return useChoicesContext().isPending ? translate('kit.loading') : text
}
