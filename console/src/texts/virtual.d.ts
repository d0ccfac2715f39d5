/** Made when the pages are built: console/build/text-parts.ts. */
declare module 'virtual:languages' {
  /** Loads a part of a language. */
  export type Part = () => Promise<{ default: Readonly<Record<string, string>> }>
  /** Loads the first part of each language, which names the others. */
  export const LANGUAGES: Readonly<
    Record<string, () => Promise<{ default: Readonly<Record<string, string>>; parts: Readonly<Record<string, Part>> }>>
  >
}
