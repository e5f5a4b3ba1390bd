// Style sheets are brought in by the build.
declare module "*.css";
