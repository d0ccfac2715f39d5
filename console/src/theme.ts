/** How the console looks: calm, dense enough to work with, readable in light and dark. */
import {
  type AutocompleteProps,
  type CSSVariablesResolver,
  createTheme,
  type DrawerProps,
  type MenuProps,
  type ModalProps,
  type NativeSelectProps,
  type NotificationProps,
  type PasswordInputProps,
  type TableProps,
  type TagsInputProps,
  type TextInputProps,
} from '@mantine/core'
import { wordOf } from './formats/words.ts'
import { foldedOptions } from './forms/folded-options.ts'
import { t } from './texts/t.ts'

/** What the components of a name are given. They are named by their types: the first page brings only those that it shows. */
interface Given {
  Modal: Partial<ModalProps>
  Drawer: Partial<DrawerProps>
  Autocomplete: Partial<AutocompleteProps>
  PasswordInput: Partial<PasswordInputProps>
  TagsInput: Partial<TagsInputProps>
  Menu: Partial<MenuProps>
  Notification: Partial<NotificationProps>
  Table: Partial<TableProps>
  TextInput: Partial<TextInputProps>
  NativeSelect: Partial<NativeSelectProps>
}

const given: Given = {
  // A dialog's heading is no banner of the page (WAI-ARIA, banner).
  Modal: { attributes: { header: { role: 'presentation' } } },
  Drawer: { attributes: { header: { role: 'presentation' } } },
  Autocomplete: { filter: foldedOptions, renderOption: ({ option }) => wordOf(option.value) },
  PasswordInput: { visibilityToggleButtonProps: { 'aria-label': t('Show or hide the password') } },
  TagsInput: { filter: foldedOptions },
  // Menus stand where their button does, and hold nothing but items.
  Menu: { withinPortal: false, withInitialFocusPlaceholder: false },
  Notification: { closeButtonProps: { 'aria-label': t('Dismiss') } },
  Table: { verticalSpacing: 'xs' },
  TextInput: { autoComplete: 'off' },
  NativeSelect: { autoComplete: 'off' },
}

/** Colours, sizes and defaults of the components. */
export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'indigo',
  primaryShade: 7,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } },
  },
  components: Object.fromEntries(Object.entries(given).map(([name, defaultProps]) => [name, { defaultProps }])),
})

/** Quiet text that still stands out enough from every background (WCAG 2.2, 1.4.3). */
export const colours: CSSVariablesResolver = ({ colors: { gray, dark } }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': gray[7],
    '--mantine-color-error': '#c92a2a',
  },
  dark: {
    '--mantine-color-dimmed': dark[1],
    '--mantine-color-placeholder': dark[1],
    '--mantine-color-error': '#ff8787',
  },
})
