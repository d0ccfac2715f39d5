/** Modules that can be switched on and off for a church; the core is always on (spec, Module resources). */
export const OPTIONAL_MODULES = ['care', 'giving', 'media'] as const
