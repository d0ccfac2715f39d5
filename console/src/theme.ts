/** How the console looks: calm, dense enough to work with, readable in light and dark. */
import {
  Autocomplete,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Menu,
  Modal,
  NativeSelect,
  Notification,
  PasswordInput,
  Table,
  TagsInput,
  TextInput,
} from '@mantine/core'
import { wordOf } from './formats/words.ts'
import { foldedOptions } from './forms/folded-options.ts'
import { t } from './texts/t.ts'

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
  components: {
    // A dialog's heading is no banner of the page (WAI-ARIA, banner).
    Modal: Modal.extend({ defaultProps: { attributes: { header: { role: 'presentation' } } } }),
    Drawer: Drawer.extend({ defaultProps: { attributes: { header: { role: 'presentation' } } } }),
    Autocomplete: Autocomplete.extend({
      defaultProps: { filter: foldedOptions, renderOption: ({ option }) => wordOf(option.value) },
    }),
    PasswordInput: PasswordInput.extend({
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('Show or hide the password') } },
    }),
    TagsInput: TagsInput.extend({ defaultProps: { filter: foldedOptions } }),
    // Menus stand where their button does, and hold nothing but items.
    Menu: Menu.extend({ defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': t('Dismiss') } } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'xs' } }),
    TextInput: TextInput.extend({ defaultProps: { autoComplete: 'off' } }),
    NativeSelect: NativeSelect.extend({ defaultProps: { autoComplete: 'off' } }),
  },
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
