/**
 * The product areas with models of their own: one picker, one form, one endpoint each. Whatever differs from area to
 * area is a row for each name of this list, and the compiler says where one is missing.
 */
export const modelKinds = ['image', 'studio', 'video'] as const;
export type ModelKind = (typeof modelKinds)[number];

/** What the jobs of the product areas make: the first part of their files' content types. */
export const media = ['image', 'video'] as const;
export type Media = (typeof media)[number];
